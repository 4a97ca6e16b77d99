import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { answering, json, makeService } from "../../fixtures/service.ts"
import { indented, lines, liveParticipants, ndjson } from "../../fixtures/wire.ts"

const service = (answer: unknown = liveParticipants) => answering({ "/live-sessions/participants/abc": answer })

describe("rooms live", () => {
  it.effect("writes who is there as ndjson", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["live", "abc"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...liveParticipants.participants), stderr: "" })
    })
  )

  it.effect("writes the answer as the contract has it, as json", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["live", "abc", "--format", "json"], { service: service() })
      assert.strictEqual(stdout, indented(liveParticipants))
    })
  )

  it.effect("writes local times and names to a terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["live", "abc"], { service: service(), terminal: true })
      assert.strictEqual(
        stdout,
        lines("PEER     JOINED            NAME", "peer-1   2023-11-15 03:58  Ada", "peer-22                    Barbara")
      )
    })
  )

  it.effect("exits with 3 if the room is empty", () =>
    Effect.gen(function* () {
      const idle = makeService(() => json({ message: "no ongoing session" }, { status: 404 }))
      assert.deepStrictEqual(yield* rooms(["live", "abc"], { service: idle }), {
        code: 3,
        stdout: "",
        stderr: 'rooms: room "abc" has no ongoing session (the service says: no ongoing session)\n'
      })
    })
  )
})
