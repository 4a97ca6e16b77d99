import { assert, describe, it } from "@effect/vitest"
import { item, itemsPage, room, roomsPage, sessionsPage } from "../servers/rows.ts"

/** The pages of a list up to the one that says that it is the last. */
const walk = <Page>(page: (number: number) => Page, isLast: (page: Page) => boolean): ReadonlyArray<Page> => {
  const pages = [page(1)]
  for (let last = pages[0]; last !== undefined && !isLast(last) && pages.length < 100; last = pages.at(-1)) {
    pages.push(page(pages.length + 1))
  }
  return pages
}

const ids = Array.from({ length: 25 }, (_, index) => room(25 - index).roomId)

describe("the rows of the plain server", () => {
  it("are the same rooms for every client, newest first, and end", () => {
    const rooms = walk(
      (page) => roomsPage(25, page),
      ({ nextCursor }) => nextCursor === null
    )
    assert.strictEqual(rooms.length, 3)
    assert.deepStrictEqual(
      rooms.flatMap((page) => page.rooms.map(({ roomId }) => roomId)),
      ids
    )
    const items = walk(
      (page) => itemsPage(25, page, "/"),
      (page) => !page.has_more
    )
    assert.strictEqual(items.length, 3)
    assert.deepStrictEqual(
      items.flatMap(({ data }) => data.map(({ id }) => id)),
      ids
    )
    assert.strictEqual(JSON.stringify(item(7)).length, JSON.stringify(room(7)).length - "room".length)
  })

  it("skip cursor * limit sessions", () => {
    const all = sessionsPage("r", 7, 0, 10).sessions
    assert.strictEqual(all.length, 7)
    assert.deepStrictEqual(sessionsPage("r", 7, 1, 3).sessions, all.slice(3, 6))
    assert.deepStrictEqual(sessionsPage("r", 7, 3, 3).sessions, [])
  })
})
