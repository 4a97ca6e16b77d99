import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { answering } from "../../fixtures/service.ts"
import { indented, lines, ndjson } from "../../fixtures/wire.ts"

const answer = { metadata: { title: "Planning", hostWallets: ["0x01"], seats: 12, private: false, notes: null } }

const service = (body: unknown = answer) => answering({ "/rooms/get-metadata/abc": body })

describe("rooms metadata", () => {
  it.effect("writes the metadata as the contract has it, as json", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["metadata", "abc"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: indented(answer), stderr: "" })
    })
  )

  it.effect("writes one line as ndjson", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["metadata", "abc", "--format", "ndjson"], { service: service() })
      assert.strictEqual(stdout, ndjson(answer))
    })
  )

  it.effect("writes a line for each key to a terminal: text as it is, everything else as JSON", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["metadata", "abc"], { service: service(), terminal: true })
      assert.strictEqual(
        stdout,
        lines(
          "title        Planning",
          'hostWallets  ["0x01"]',
          "seats        12",
          "private      false",
          "notes        null"
        )
      )
    })
  )

  it.effect("aligns wide keys, and replaces control characters in keys and values", () =>
    Effect.gen(function* () {
      const body = { metadata: { 議題: "a\u001b[2Jb", "x\u0007y": "c" } }
      const { stdout } = yield* rooms(["metadata", "abc"], { service: service(body), terminal: true })
      assert.strictEqual(stdout, lines("議題  a\ufffd[2Jb", "x\ufffdy   c"))
    })
  )

  it.effect("writes metadata that is JSON text as the object that it holds", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["metadata", "abc", "--format", "ndjson"], {
        service: service({ metadata: '{"title":"Planning"}' })
      })
      assert.strictEqual(stdout, ndjson({ metadata: { title: "Planning" } }))
    })
  )

  it.effect("accepts a room without metadata", () =>
    Effect.gen(function* () {
      const none = service({ metadata: null })
      const json = yield* rooms(["metadata", "abc"], { service: none })
      assert.deepStrictEqual(json, { code: 0, stdout: indented({ metadata: null }), stderr: "" })
      const table = yield* rooms(["metadata", "abc"], { service: none, terminal: true })
      assert.deepStrictEqual(table, { code: 0, stdout: "", stderr: "" })
    })
  )
})
