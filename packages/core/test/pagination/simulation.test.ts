/**
 * Thousands of walks over lists that change between any two answers, of services with any habits, each decided by a seed. Every
 * row that is in the list all the time is emitted exactly once, with no more requests than this file allows.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import type { WalkOptions } from "../../src/Page.ts"
import { PaginationError } from "../../src/PaginationError.ts"
import type { List } from "../../src/pagination/List.ts"
import { recordingsList } from "../../src/pagination/lists/recordings.ts"
import { roomsList } from "../../src/pagination/lists/rooms.ts"
import { sessionsList } from "../../src/pagination/lists/sessions.ts"
import { pages } from "../../src/pagination/walk.ts"
import { walk } from "../fixtures/backend.ts"
import { calm, movingService, type ServiceHabits, seededRandom } from "../fixtures/movingService.ts"
import { requestsAtMost, roomId, type Shape, shapes } from "../fixtures/walks.ts"

/** The ids of a list, walked in one go, and walked up to a page and then on from its `next`. */
const walksOver = <Answer, Row, Position, E>(makeList: () => List<Answer, Row, Position, E>) => {
  const idsOf = (items: ReadonlyArray<Row>) => items.map(makeList().id)
  return {
    whole: (options: WalkOptions) =>
      Stream.flatMap(pages(makeList, options), ({ items }) => Stream.fromArray(idsOf(items))),
    inTwo: (pagesBefore: number, before: WalkOptions, behind: WalkOptions) =>
      Stream.unwrap(
        Effect.map(Stream.runCollect(Stream.take(pages(makeList, before), pagesBefore)), (first) => {
          const from = Option.flatMap(Array.last(first), ({ next }) => next)
          const rest = Option.match(from, {
            onNone: () => Stream.empty,
            onSome: (from) => pages(makeList, { ...behind, from })
          })
          return Stream.flatMap(Stream.concat(Stream.fromArray(first), rest), ({ items }) =>
            Stream.fromArray(idsOf(items))
          )
        })
      )
  }
}

const walksOf = (shape: Shape, { operations }: ReturnType<typeof movingService>, limit: number) => {
  switch (shape) {
    case "rooms":
      return walksOver(() => roomsList(operations))
    case "sessions":
      return walksOver(() => sessionsList(operations, roomId, limit))
    case "recordings":
      return walksOver(() => recordingsList(operations, limit, undefined))
  }
}

const drawing = (seed: number) => {
  const random = seededRandom(seed)
  return {
    pick: <A>(...choices: readonly [A, ...ReadonlyArray<A>]): A =>
      choices[Math.floor(random() * choices.length)] ?? choices[0],
    isOnceIn: (times: number): boolean => random() * times < 1
  }
}

/**
 * Draws the habits of a service and the options of a walk. Not every service can be walked safely:
 * - Only a smaller count shows a deletion. So rows are deleted if `count` is right or too high by a constant, but not if it is
 *   missing, half of what it should be (one deletion may not show), or something else. Sessions and recordings have no count.
 *   `verify` needs none, so with it rows are deleted from every list.
 * - With `verify`, a row that is added and deleted again within three requests can hide another one. So with it only rows
 *   are deleted that were there from the start.
 * - Only a page with two rows of different ages shows at which end a list of rooms grows.
 * - A last page of one recording that names itself looks like a stuck one if a page never has more than one.
 */
const draw = (shape: Shape, seed: number, forced: Partial<ServiceHabits> = {}) => {
  const { isOnceIn, pick } = drawing(seed)
  const isRooms = shape === "rooms"
  const canBeOne = shape !== "recordings"
  const verify = isOnceIn(4)
  const deletes = isRooms || verify ? pick(0, 0, 0.05, 0.3) : 0
  const pageSize = pick(1, 2, 5, 10)
  const growsAt = isRooms && pageSize > 1 && isOnceIn(5) ? "tail" : "head"
  const habits: ServiceHabits = {
    ...calm,
    rows: pick(0, 1, 9, 10, 11, 40, 150),
    pageSize,
    firstPage: pick(0, 1),
    end: pick("null", "absent", "zero", "echo", "next"),
    clamp: canBeOne ? pick(1, 3, 10, 1_000) : pick(3, 10, 1_000),
    clampSkips: pick("asked", "given"),
    count:
      deletes > 0 && !verify
        ? pick("right", "tooHigh")
        : pick("right", "missing", "tooHigh", "tooLow", "perPage", "remaining"),
    growsAt,
    ofOneAge: growsAt === "tail" ? 1 : pick(1, 1, 2, 5, 1_000),
    recordingCursor: pick("offset", "page", "opaque"),
    inserts: pick(0, 0, 0.05, 0.3),
    deletes,
    deletesAdded: !verify,
    ...forced
  }
  const limit = canBeOne ? pick(1, 2, 5, 20, 100) : pick(2, 5, 20, 100)
  return { concurrency: pick(1, 1, 2, 3, 8), habits, limit, verify }
}

interface Moved {
  readonly inserted: number
  readonly deleted: number
}

/**
 * How many requests a walk may need, one page at a time:
 * - each page of the list once, rows that were added included, and the one behind the end; three for each if boundaries are
 *   verified, at most two if the list grows at its tail;
 * - six for each row that was added or deleted: a page that was dropped, the page in front of it, the head of the list,
 *   and the same again if the list moved meanwhile;
 * - nine to find out that a count isn't the number of rows, again for each change, and three to look for rows that it counts;
 * - at the end, three pages that bring nothing, and a last look at the page in front of them and at the head.
 */
const inOrderAtMost = (shape: Shape, habits: ServiceHabits, limit: number, verify: boolean, moved: Moved): number => {
  const size = shape === "rooms" ? habits.pageSize : Math.min(limit, habits.clamp)
  const pages = Math.ceil((habits.rows + moved.inserted) / size) + 1
  const changes = moved.inserted + moved.deleted
  const requestsForPage = habits.growsAt === "tail" ? 2 : verify ? 3 : 1
  const isCounted = habits.count === "perPage" || habits.count === "remaining"
  const falls = shape === "rooms" && isCounted ? 9 * (1 + changes) : 0
  const search = shape === "rooms" && habits.count === "tooHigh" ? 2 + Math.ceil((25 + moved.inserted) / size) : 0
  return requestsForPage * pages + 6 * changes + falls + search + requestsForPage * 3 + 3
}

/** Returns the errors with which a wrong count may end a walk after every row was emitted. */
const failuresOf = ({ count }: ServiceHabits): ReadonlyArray<string> =>
  count === "tooHigh" || count === "tooLow" ? ["RowsMissing", "CountUnreliable", "NoProgress"] : []

const assertNoOtherFailure = (habits: ServiceHabits, failure: unknown, told: string) => {
  if (failure === undefined) return
  assert(failure instanceof PaginationError, told)
  assert.include(failuresOf(habits), failure.reason._tag, told)
}

const runOne = Effect.fnUntraced(function* (shape: Shape, seed: number, forced?: Partial<ServiceHabits>) {
  const { concurrency, habits, limit, verify } = draw(shape, seed, forced)
  const service = movingService(seed, habits)
  const { emitted, failure } = yield* walk(walksOf(shape, service, limit).whole({ concurrency, verify }))
  const { inFlight, mostInFlight, requests, ...moved } = service.stats()
  const told = JSON.stringify({ shape, seed, concurrency, limit, verify, ...habits, requests, ...moved })
  assertNoOtherFailure(habits, failure, told)
  const ids = new Set(emitted)
  assert.strictEqual(ids.size, emitted.length, `a row twice: ${told}`)
  const missing = service.present().filter((id) => !ids.has(id))
  assert.deepStrictEqual(missing, [], `rows are missing: ${told}`)
  assert.isAtMost(mostInFlight, verify ? 1 : concurrency, told)
  assert.strictEqual(inFlight, 0, told)
  const inOrder = inOrderAtMost(shape, habits, limit, verify, moved)
  assert.isAtMost(requests, requestsAtMost(inOrder, verify ? 1 : concurrency), told)
})

/**
 * One thing is excluded: recordings that fit on one page, which was asked for without a cursor and names itself as 1.
 * Whether page 1 is that page or the one behind it is unknown, and continuing from 1 gives it again.
 */
const runInTwo = Effect.fnUntraced(function* (shape: Shape, seed: number) {
  const drawn = draw(shape, seed)
  const { isOnceIn, pick } = drawing(-seed)
  const isOnePage = shape === "recordings" && drawn.habits.rows <= Math.min(drawn.limit, drawn.habits.clamp)
  const end = isOnePage && drawn.habits.recordingCursor === "page" ? "null" : drawn.habits.end
  const count = failuresOf(drawn.habits).length > 0 ? "right" : drawn.habits.count
  const habits: ServiceHabits = { ...drawn.habits, count, end, inserts: 0, deletes: 0 }
  const service = movingService(seed, habits)
  const before = { concurrency: drawn.concurrency, verify: drawn.verify }
  const behind = { concurrency: pick(1, 2, 3, 8), verify: isOnceIn(4) }
  const pagesBefore = pick(1, 1, 2, 3, 5, 8, 13, 40)
  const { emitted, failure } = yield* walk(walksOf(shape, service, drawn.limit).inTwo(pagesBefore, before, behind))
  const told = JSON.stringify({ shape, seed, limit: drawn.limit, before, behind, pagesBefore, ...habits })
  assert.isUndefined(failure, told)
  assert.deepStrictEqual(emitted, service.present().sort(habits.growsAt === "head" ? newestFirst : oldestFirst), told)
  assert.strictEqual(service.stats().inFlight, 0, told)
})

const numberOf = (id: string) => Number(id.slice("row-".length))
const oldestFirst = (a: string, b: string) => numberOf(a) - numberOf(b)
const newestFirst = (a: string, b: string) => oldestFirst(b, a)

const seeds = Array.range(1, inject("soak") ? 3_000 : 500)

describe.each(shapes)("a walk over %s that move", (shape) => {
  it.effect("emits every row that is there all the time exactly once", () =>
    Effect.forEach(seeds, (seed) => runOne(shape, seed), { discard: true })
  )

  it.effect("emits exactly the rest if it stopped behind any page and resumes there", () =>
    Effect.forEach(seeds, (seed) => runInTwo(shape, seed), { discard: true })
  )
})

describe("a walk over rooms that are listed oldest first", () => {
  it.effect.each([
    { inserts: 0.05 },
    { deletes: 0.02, count: "right" },
    { inserts: 0.02, deletes: 0.02, count: "right" }
  ] as const)("emits every room that is there all the time exactly once, with %j", (changes) =>
    Effect.forEach(
      Array.range(1, 500),
      (seed) => {
        const pageSize = [2, 5, 10][seed % 3] ?? 2
        const rows = [25, 60, 150, 400][seed % 4] ?? 25
        return runOne("rooms", seed, {
          growsAt: "tail",
          ofOneAge: 1,
          rows,
          pageSize,
          inserts: 0,
          deletes: 0,
          ...changes
        })
      },
      { discard: true }
    )
  )
})
