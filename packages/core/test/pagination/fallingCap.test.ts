/**
 * A server whose cap on `limit` changes during a walk, and which skips by the cap: a deployment, or two servers with
 * different settings. The list stands still.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import { PaginationError } from "../../src/PaginationError.ts"
import { ids, sessionsList } from "../fixtures/lists.ts"
import { walkList } from "../fixtures/walks.ts"

const count = 100

const walkWithCaps = (
  capOf: (request: number) => number,
  options: { readonly concurrency?: number; readonly limit?: number }
) => {
  let requests = 0
  return walkList(
    "sessions",
    {
      listSessions: (request) =>
        Effect.suspend(() => sessionsList({ count, most: capOf(++requests), skips: "given" })(request))
    },
    options
  )
}

describe("a cap that changes during a walk", () => {
  it.effect.each([{}, { limit: 10 }, { limit: 10, concurrency: 4 }])("loses no session with %o", (options) =>
    Effect.gen(function* () {
      const caps: ReadonlyArray<(request: number) => number> = [
        (request) => (request <= 3 ? 10 : 7),
        (request) => (request === 4 ? 7 : 10),
        (request) => (request <= 1 ? 12 : 3),
        (request) => (request <= 3 ? 7 : 10)
      ]
      for (const capOf of caps) {
        const { emitted, failure } = yield* walkWithCaps(capOf, options)
        assert.isUndefined(failure)
        assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("session", count))
      }
    })
  )

  it.effect("loses no session, or ends the walk with an error, whatever it was and becomes", () =>
    Effect.gen(function* () {
      for (const before of Array.range(2, 20)) {
        for (const after of Array.range(2, 20)) {
          for (const last of [1, 2, 4]) {
            const { emitted, failure } = yield* walkWithCaps((request) => (request <= last ? before : after), {})
            const told = `${before}, after ${last} requests ${after}`
            if (failure === undefined)
              assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("session", count), told)
            else assert.instanceOf(failure, PaginationError, told)
          }
        }
      }
    })
  )
})
