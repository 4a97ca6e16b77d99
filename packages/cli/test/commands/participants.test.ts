import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../fixtures/command.ts"
import { answering } from "../fixtures/service.ts"
import { indented, lines, ndjson, participantRows, participants } from "../fixtures/wire.ts"

const service = (answer: unknown = participants) => answering({ "/rooms/participant-list?sessionId=s+1%2F2": answer })

describe("rooms participants", () => {
  it.effect("writes who took part as ndjson", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["participants", "s 1/2"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...participantRows), stderr: "" })
    })
  )

  it.effect("writes the answer as json, with how long everybody stayed", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["participants", "s 1/2", "--format", "json"], { service: service() })
      assert.strictEqual(stdout, indented({ participants: participantRows }))
    })
  )

  it.effect("writes local times, stays and names to a terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["participants", "s 1/2"], { service: service(), terminal: true })
      assert.strictEqual(
        stdout,
        lines(
          "PEER    JOINED            LEFT              STAYED  NAME",
          "peer-1  2023-11-15 03:58  2023-11-15 04:28  30m     Ada",
          "peer-2  2023-11-15 03:59"
        )
      )
    })
  )

  it.effect("is an empty list where nobody took part", () =>
    Effect.gen(function* () {
      const none = service({ participants: [] })
      assert.deepStrictEqual(yield* rooms(["participants", "s 1/2"], { service: none }), {
        code: 0,
        stdout: "",
        stderr: ""
      })
    })
  )
})
