/**
 * Rooms that are listed oldest first, so that new ones are added at the tail.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { changingLists, pageSize } from "../fixtures/changingLists.ts"
import { ids } from "../fixtures/lists.ts"
import { afterAll, heldUp } from "../fixtures/timed.ts"
import { walkList } from "../fixtures/walks.ts"

const oldestFirst = (count: number) => [...ids("room", count)].reverse()

const cursorsOf = (log: ReturnType<typeof heldUp>["log"]) => log.map(({ request }) => request.cursor ?? 1)

describe("rooms that are listed oldest first", () => {
  it.effect("need at most 1.1 requests per page, one page at a time", () =>
    Effect.gen(function* () {
      const pages = 1_000
      const rows = oldestFirst(pages * pageSize)
      const { log, script } = heldUp(changingLists(rows), () => Effect.void)
      const { emitted } = yield* walkList("rooms", script)
      assert.deepStrictEqual(emitted, rows)
      assert.isAtMost(log.length, 1.1 * pages)
    })
  )

  it.effect.each([1, 2, 3, 4, 5, 12])(
    "need at most three requests more than pages in a short list of %d pages",
    (pages) =>
      Effect.gen(function* () {
        const rows = oldestFirst(pages * pageSize)
        const { log, script } = heldUp(changingLists(rows), () => Effect.void)
        const { emitted } = yield* walkList("rooms", script)
        assert.deepStrictEqual(emitted, rows)
        assert.isAtMost(log.length, pages + 3)
      })
  )

  it.effect.each([
    [4, 3],
    [16, 8]
  ] as const)("are read ahead: %d requests at a time are at least %d times as fast as one", ([concurrency, times]) =>
    Effect.gen(function* () {
      const rows = oldestFirst(10_000)
      const run = (concurrency: number) => {
        const service = heldUp(changingLists(rows), () => Effect.sleep(50))
        const walked = afterAll(walkList("rooms", service.script, { concurrency }))
        return Effect.map(walked, (walked) => ({ ...walked, ...service }))
      }
      const alone = yield* run(1)
      const together = yield* run(concurrency)
      for (const { result } of [alone, together]) assert.deepStrictEqual(result.emitted, rows)
      assert.isAtMost(together.stats().mostInFlight, concurrency)
      assert.isAtMost(together.log.length, 1.1 * (rows.length / pageSize))
      assert.isAtLeast(alone.millis / together.millis, times)
    })
  )

  it.effect("are read ahead although rooms are added while they are read", () =>
    Effect.gen(function* () {
      const rows = oldestFirst(2_000)
      const before = [...rows]
      const { log, script } = heldUp(changingLists(rows), () =>
        Effect.andThen(
          Effect.sleep(50),
          Effect.sync(() => {
            if (log.length % 5 === 0) rows.push(`new-${rows.length}`)
          })
        )
      )
      const { millis, result } = yield* afterAll(walkList("rooms", script, { concurrency: 16 }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual(result.emitted.slice(0, before.length), before)
      assert.isAtMost(millis, (50 * (rows.length / pageSize)) / 4)
    })
  )

  it.effect("are checked page by page if the service doesn't count them", () =>
    Effect.gen(function* () {
      const { log, script } = heldUp(changingLists(oldestFirst(50), { isCounted: false }), () => Effect.void)
      const { emitted } = yield* walkList("rooms", script)
      assert.deepStrictEqual(emitted, oldestFirst(50))
      assert.deepStrictEqual(cursorsOf(log), [1, 2, 1, 3, 2, 4, 3, 5, 4])
    })
  )

  it.effect("are checked page by page if every boundary has to be verified", () =>
    Effect.gen(function* () {
      const { log, script } = heldUp(changingLists(oldestFirst(50)), () => Effect.void)
      yield* walkList("rooms", script, { verify: true })
      assert.deepStrictEqual(cursorsOf(log), [1, 2, 1, 3, 2, 4, 3, 5, 4])
    })
  )

  it.effect("are read again one by one after the tail showed a deletion", () =>
    Effect.gen(function* () {
      const rows = oldestFirst(200)
      const { log, script } = heldUp(changingLists(rows), ({ cursor }) =>
        Effect.sync(() => {
          if (cursor === 5 && rows.length === 200) rows.splice(3, 1)
        })
      )
      const { emitted } = yield* walkList("rooms", script)
      assert.sameMembers(emitted, oldestFirst(200))
      // The count falls behind the fourth page, which shows the hidden row when it is read again.
      assert.deepStrictEqual(cursorsOf(log).slice(0, 13), [1, 20, 2, 1, 3, 4, 5, 4, 20, 4, 3, 2, 5])
    })
  )
})

/** Changes that are made to a list before one of the requests is answered. */
const changes = {
  "a room is added": (rows: Array<string>, name: string) => rows.push(name),
  "the oldest room is deleted": (rows: Array<string>) => rows.shift(),
  "a room in the middle is deleted": (rows: Array<string>) => rows.splice(Math.floor(rows.length / 2), 1),
  "the newest room is deleted": (rows: Array<string>) => rows.pop(),
  "the oldest room is deleted and one is added": (rows: Array<string>, name: string) => {
    rows.shift()
    rows.push(name)
  },
  "a page of rooms is deleted and as many are added": (rows: Array<string>, name: string) => {
    rows.splice(pageSize / 2, pageSize)
    for (let index = 0; index < pageSize; index++) rows.push(`${name}-${index}`)
  }
} satisfies Record<string, (rows: Array<string>, name: string) => unknown>

type Change = keyof typeof changes
const allChanges = Object.keys(changes) as ReadonlyArray<Change>

/** Walks over a list that changes before some requests are answered. Returns how many requests the walk needed. */
const walkChanging = Effect.fnUntraced(function* (
  count: number,
  concurrency: number,
  planned: ReadonlyArray<readonly [request: number, change: Change]>
) {
  const rows = oldestFirst(count)
  const { log, script } = heldUp(changingLists(rows), (_, { number }) => {
    for (const [index, [at, change]] of planned.entries()) if (at === number) changes[change](rows, `new-${index}`)
    // Answers overtake each other.
    return Effect.sleep(1 + ((number * 7) % 5))
  })
  const { result } = yield* afterAll(walkList("rooms", script, { concurrency }))
  const told = JSON.stringify({ count, concurrency, planned })
  assert.isUndefined(result.failure, told)
  assert.strictEqual(new Set(result.emitted).size, result.emitted.length, `a room twice: ${told}`)
  const emitted = new Set(result.emitted)
  const original = new Set(oldestFirst(count))
  assert.deepStrictEqual(
    rows.filter((id) => original.has(id) && !emitted.has(id)),
    [],
    `rooms are missing: ${told}`
  )
  return log.length
})

describe.each([1, 4])("a list of rooms that grows at its tail, with concurrency %d", (concurrency) => {
  it.effect.each(allChanges)("loses and doubles no room if %s before any request", (change) =>
    Effect.gen(function* () {
      const requests = yield* walkChanging(125, concurrency, [])
      for (let at = 0; at <= requests + 2; at++) yield* walkChanging(125, concurrency, [[at, change]])
    })
  )

  it.effect.each(allChanges)("loses and doubles no room if it changes again after %s", (change) =>
    Effect.gen(function* () {
      const requests = yield* walkChanging(65, concurrency, [])
      for (let at = 0; at <= requests; at++) {
        for (let again = at; again <= requests + 12; again++) {
          for (const other of allChanges)
            yield* walkChanging(65, concurrency, [
              [at, change],
              [again, other]
            ])
        }
      }
    })
  )
})
