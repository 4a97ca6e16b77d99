import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { apiKey, rooms } from "../fixtures/command.ts"
import { failures, passingTime } from "../fixtures/failures.ts"
import { json, makeService } from "../fixtures/service.ts"
import { roomsPage1, roomsPage2, rowsOf } from "../fixtures/wire.ts"

describe("a command", () => {
  it.effect.each(failures)("$args ends with $code when the service answers $when", ({ answer, args, code, says }) =>
    Effect.gen(function* () {
      const outcome = yield* passingTime(rooms(args, { service: makeService(answer) }))
      assert.strictEqual(outcome.code, code)
      assert.strictEqual(outcome.stdout, "")
      assert.match(outcome.stderr, says)
      // One line that cannot move a cursor and gives nothing away, whatever the service wrote.
      assert.match(outcome.stderr, /^rooms: \P{Cc}+\n$/u)
      assert.notInclude(outcome.stderr, apiKey)
    })
  )

  it.effect("ends with 8 when pages lead nowhere, after the rows that there were", () =>
    Effect.gen(function* () {
      const service = makeService(({ target }) =>
        json(target.includes("cursor=2") ? { ...roomsPage2, nextCursor: 1, count: 9 } : { ...roomsPage1, count: 9 })
      )
      const { code, stderr, stdout } = yield* rooms(["list", "--all"], { service })
      assert.match(stderr, /^rooms: listRooms: \P{Cc}+\n$/u)
      assert.deepStrictEqual(
        rowsOf(stdout).map(({ roomId }) => roomId),
        ["abc-defg-hij", "k", "untitled"]
      )
      assert.strictEqual(code, 8)
    })
  )
})
