import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TerminalSize } from "../src/TerminalSize.ts"
import { rooms } from "./fixtures/command.ts"
import { answering } from "./fixtures/service.ts"
import * as Wire from "./fixtures/wire.ts"

const long = "of a length that no terminal has room for"
const participant = {
  ...Wire.participants.participants[0],
  peerId: "a-peer-with-a-long-id",
  metadata: { displayName: long }
}

const service = () =>
  answering({
    "/rooms/get-rooms": {
      ...Wire.roomsPage2,
      current: 1,
      rooms: [{ ...Wire.standUp, roomId: "a-room-with-a-long-id", metadata: { title: long } }]
    },
    "/rooms/session-details?roomId=k&limit=20": { sessions: [Wire.ended] },
    "/rooms/session-details?roomId=k": { sessions: [Wire.ended] },
    "/rooms/participant-list?sessionId=k": { participants: [participant] },
    "/live-sessions/participants/k": { count: 1, participants: [participant] },
    "/recordings": {
      nextCursor: null,
      recordings: [{ ...Wire.recording1, id: "a-recording-with-a-long-id", recordingUrl: `https://${long}` }]
    }
  })

describe("a table in a narrow terminal, with --utc", () => {
  it.effect.each([
    { args: ["list"], line: "a-room-with-a-long-id  2023-11-14T22:13:21Z  no      of …" },
    { args: ["sessions", "k"], line: "session-1  2023-11-14T22:13:20Z  2023-11-14T23:18:32Z  1h 5m 12s" },
    {
      args: ["participants", "k"],
      line: "a-peer-with-a-long-id  2023-11-14T22:13:20Z  2023-11-14T22:43:20Z  30m     …"
    },
    { args: ["live", "k"], line: "a-peer-with-a-long-id  2023-11-14T22:13:20Z  of a length…" },
    { args: ["recordings"], line: "a-recording-with-a-long-id  1048576  https://of a length…" }
  ])("has whole ids and times, and cuts the rest: $args", ({ args, line }) =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms([...args, "--utc"], { service: service(), terminal: true })
      assert.deepStrictEqual(stdout.split("\n").slice(1), [line, ""])
    }).pipe(Effect.provideService(TerminalSize, () => ({ columns: 57, rows: 24 })))
  )
})
