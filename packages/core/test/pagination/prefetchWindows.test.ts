/**
 * Rooms of one age, which are read ahead in windows: a deletion while a later window is read.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serve, walk } from "../fixtures/backend.ts"
import { changingLists } from "../fixtures/changingLists.ts"
import { ids } from "../fixtures/lists.ts"
import { afterAll, heldUp } from "../fixtures/timed.ts"
import { walkList } from "../fixtures/walks.ts"

describe("a window of pages that were read ahead", () => {
  it.effect("is emitted by a walk that began in the middle if the list stands still", () =>
    Effect.gen(function* () {
      const { log, script } = heldUp(changingLists(ids("room", 400), { ages: "alike" }), () => Effect.sleep(1))
      const { rooms } = yield* serve(script)
      const { result } = yield* afterAll(walk(rooms.stream({ concurrency: 4, from: 2 })))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(
        result.emitted.map(({ roomId }) => roomId),
        ids("room", 390, 10)
      )
      const asked = log.flatMap(({ request }) => request.cursor ?? [])
      // Nothing is known about pages that were requested before the head was observed, so they are requested again.
      assert.isAtMost(asked.length - new Set(asked).size, 5)
    })
  )

  it.effect("is dropped if the count fell meanwhile, although the head is unchanged", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 400)]
      const asked = new Set<number>()
      const remove = Effect.sync(() => rows.splice(5, 1))
      const { log, script } = heldUp(changingLists(rows, { ages: "alike" }), ({ cursor = 1 }) => {
        const isFirst = !asked.has(cursor)
        asked.add(cursor)
        // Page 13 is answered before the deletion, page 12 after it.
        if (isFirst && cursor === 13) return Effect.as(Effect.forkDetach(Effect.delay(remove, 500)), undefined)
        return Effect.sleep(isFirst && cursor === 12 ? 1_000 : 1)
      })
      const { result } = yield* afterAll(walkList("rooms", script, { concurrency: 2 }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(result.emitted, ids("room", 400))
      assert.isAbove(log.filter(({ request }) => request.cursor === 13).length, 1)
    })
  )
})
