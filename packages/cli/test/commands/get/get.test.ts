import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { answering } from "../../fixtures/service.ts"
import { indented, lines, ndjson } from "../../fixtures/wire.ts"

const room = { roomId: "abc", roomLocked: true, metadata: { title: "Planning", hosts: ["Ada"] } }

const service = (answer: unknown = room) => answering({ "/rooms/room-details/abc": answer })

describe("rooms get", () => {
  it.effect("writes one room as the contract has it, as json", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["get", "abc"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: indented(room), stderr: "" })
    })
  )

  it.effect("writes one line as ndjson", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["get", "abc", "--format", "ndjson"], { service: service(), terminal: true })
      assert.strictEqual(stdout, ndjson(room))
    })
  )

  it.effect("writes a line for each field to a terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["get", "abc"], { service: service(), terminal: true })
      assert.strictEqual(
        stdout,
        lines("ROOM      abc", "LOCKED    yes", "TITLE     Planning", 'METADATA  {"title":"Planning","hosts":["Ada"]}')
      )
    })
  )

  it.effect("shows what the service did not say as unknown, and leaves it out of json", () =>
    Effect.gen(function* () {
      const bare = { roomId: "abc", metadata: null }
      const table = yield* rooms(["get", "abc"], { service: service(bare), terminal: true })
      assert.strictEqual(table.stdout, lines("ROOM      abc", "LOCKED    unknown", "TITLE", "METADATA  null"))
      const json = yield* rooms(["get", "abc"], { service: service(bare) })
      assert.deepStrictEqual(JSON.parse(json.stdout), bare)
    })
  )

  it.effect("sends an id whole, whatever is in it", () =>
    Effect.gen(function* () {
      const odd = { ...room, roomId: "a/b?c d&é#%" }
      const fake = answering({ "/rooms/room-details/a%2Fb%3Fc%20d%26%C3%A9%23%25": odd })
      const outcome = yield* rooms(["get", "a/b?c d&é#%", "--format", "ndjson"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(odd), stderr: "" })
    })
  )

  it.effect("takes an id that begins with a dash behind --", () =>
    Effect.gen(function* () {
      const fake = answering({ "/rooms/room-details/-x": { ...room, roomId: "-x" } })
      const { code } = yield* rooms(["get", "--format", "ndjson", "--", "-x"], { service: fake })
      assert.strictEqual(code, 0)
    })
  )
})
