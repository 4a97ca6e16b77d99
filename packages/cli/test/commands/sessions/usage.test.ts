import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { unreachable } from "../../fixtures/service.ts"

describe("rooms sessions", () => {
  it.effect.each([
    { args: [], problem: "give either the id of a room or --all-rooms" },
    { args: ["k", "--all-rooms"], problem: "give either the id of a room or --all-rooms" },
    { args: ["k", "--fields", "room.title"], problem: "--fields: only --all-rooms gives the field room.title" },
    { args: ["k", "--fields", "duration,room"], problem: "--fields: only --all-rooms gives the field room" },
    {
      args: ["--all-rooms", "--all", "--limit", "1"],
      problem: "--all prints every row and --limit only some: leave one of them out"
    },
    {
      args: ["k", "--since", "2026-11-18T12:00Z", "--until", "2026-11-18T11:59Z"],
      problem: "--until (2026-11-18T11:59:00.000Z) is before --since (2026-11-18T12:00:00.000Z)"
    },
    {
      args: ["--all-rooms", "--cursor", "1"],
      problem: "--cursor is for the sessions of one room, not for --all-rooms"
    }
  ])("refuses what does not go together: $args", ({ args, problem }) =>
    Effect.gen(function* () {
      const fake = unreachable()
      const outcome = yield* rooms(["sessions", ...args], { service: fake })
      assert.deepStrictEqual(outcome, { code: 2, stdout: "", stderr: `rooms: ${problem}\n` })
      assert.deepStrictEqual(fake.sent, [])
    })
  )
})
