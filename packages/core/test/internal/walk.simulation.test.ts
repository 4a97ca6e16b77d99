import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { RoomId } from "../../src/Identifier.ts"
import { recordingsList } from "../../src/internal/recordingsList.ts"
import { roomsList } from "../../src/internal/roomsList.ts"
import { sessionsList } from "../../src/internal/sessionsList.ts"
import { pages } from "../../src/internal/walk.ts"
import type { WalkOptions } from "../../src/Page.ts"
import { walk } from "../fixtures/backend.ts"
import { calm, movingService, type ServiceHabits, seededRandom } from "../fixtures/movingService.ts"

type Shape = "rooms" | "sessions" | "recordings"

const roomId = RoomId.make("a-room")

/** The ids that a walk over a list of the given shape emits. */
const idsOf = (shape: Shape, { operations }: ReturnType<typeof movingService>, limit: number, options: WalkOptions) => {
  switch (shape) {
    case "rooms":
      return Stream.flatMap(
        pages(() => roomsList(operations), options),
        ({ items }) => Stream.fromArray(items.map((room) => room.roomId as string))
      )
    case "sessions":
      return Stream.flatMap(
        pages(() => sessionsList(operations, roomId, limit, { rows: 0 }), options),
        ({ items }) => Stream.fromArray(items.map((session) => session.sessionId as string))
      )
    case "recordings":
      return Stream.flatMap(
        pages(() => recordingsList(operations, limit, undefined), options),
        ({ items }) => Stream.fromArray(items.map((recording) => recording.id as string))
      )
  }
}

const shapes = ["rooms", "sessions", "recordings"] as const

/** Draws habits and options for one run. */
const draw = (shape: Shape, seed: number) => {
  const random = seededRandom(seed)
  const pick = <A>(...choices: ReadonlyArray<A>) => choices[Math.floor(random() * choices.length)] as A
  // A last page of one recording that names itself as the next one cannot be told from a stuck one.
  const canBeOne = shape !== "recordings"
  const limit = canBeOne ? pick(1, 2, 5, 20, 100) : pick(2, 5, 20, 100)
  const concurrency = pick(1, 1, 2, 3, 8)
  // Sessions and recordings have no count by which a deletion could be seen; `verify` is for a service that deletes them.
  const verify = shape !== "rooms" && random() < 0.3
  const pageSize = pick(1, 2, 5, 10)
  // Where a list grows shows on a page of two rows or more.
  const growsAt = pageSize > 1 && shape === "rooms" && random() < 0.2 ? "tail" : "head"
  const habits: ServiceHabits = {
    ...calm,
    rows: pick(0, 1, 9, 10, 11, 40, 150),
    pageSize,
    firstPage: pick(0, 1),
    end: pick("null", "absent", "zero", "echo"),
    clamp: canBeOne ? pick(1, 3, 10, 1_000) : pick(3, 10, 1_000),
    clampSkips: pick("asked", "given"),
    growsAt,
    recordingCursor: pick("offset", "page", "opaque"),
    inserts: pick(0, 0, 0.05, 0.3),
    deletes: shape === "rooms" ? pick(0, 0, 0.05, 0.3) : 0
  }
  return { concurrency, habits, limit, verify }
}

const runOne = Effect.fnUntraced(function* (shape: Shape, seed: number) {
  const { concurrency, habits, limit, verify } = draw(shape, seed)
  const service = movingService(seed, habits)
  const { emitted, failure } = yield* walk(
    Stream.interruptWhen(idsOf(shape, service, limit, { concurrency, verify }), Effect.never)
  )
  const told = JSON.stringify({ shape, seed, concurrency, limit, verify, ...habits, ...service.stats() })
  assert.isUndefined(failure, told)
  assert.strictEqual(new Set(emitted).size, emitted.length, `a row twice: ${told}`)
  const missing = service.present().filter((id) => !emitted.includes(id))
  assert.deepStrictEqual(missing, [], `rows are missing: ${told}`)
  const { inFlight, mostInFlight } = service.stats()
  assert.isAtMost(mostInFlight, concurrency, told)
  assert.strictEqual(inFlight, 0, told)
})

describe("a walk over a list that moves", () => {
  for (const shape of shapes) {
    it.effect(
      `emits every row that is there all the time exactly once: ${shape}`,
      () =>
        Effect.gen(function* () {
          for (let seed = 1; seed <= 1_500; seed++) yield* runOne(shape, seed)
        }),
      300_000
    )
  }
})
