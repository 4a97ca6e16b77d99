import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { answering } from "../../fixtures/service.ts"
import { indented, lines, metrics, ndjson } from "../../fixtures/wire.ts"

const service = () => answering({ "/metrics": metrics })

describe("rooms metrics", () => {
  it.effect("writes the totals as the contract has them, as json", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["metrics"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: indented(metrics), stderr: "" })
    })
  )

  it.effect("writes one line as ndjson", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["metrics", "--format", "ndjson"], { service: service(), terminal: true })
      assert.strictEqual(stdout, ndjson(metrics))
    })
  )

  it.effect("writes a line for each total to a terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["metrics"], { service: service(), terminal: true })
      assert.strictEqual(
        stdout,
        lines("SESSIONS     12", "MINUTES      345", "USERS        6", "RECORDINGS   7", "LIVESTREAMS  0")
      )
    })
  )
})
