import { assert, describe, it } from "@effect/vitest"
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import { TerminalSize } from "../../src/terminal/TerminalSize.ts"
import { rooms } from "../fixtures/command.ts"
import { account, answering } from "../fixtures/service.ts"
import * as Wire from "../fixtures/wire.ts"

const title = "Quarterly planning of the office in Kathmandu"
const longId = "session_cy5txnm1bp4j1dia"
const peerId = "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doKabcd"
const participant = { ...Wire.participants.participants[0], peerId, metadata: { displayName: "Νίκος Καζαντζάκης" } }
const room = { ...Wire.standUp, roomId: "fyr-frnm-gdn", metadata: { title } }
const session = { ...Wire.ended, sessionId: longId }

const service = () =>
  answering({
    "/rooms/get-rooms": { ...Wire.roomsPage2, current: 1, rooms: [room] },
    "/rooms/session-details?roomId=k&limit=20": { sessions: [session] },
    "/rooms/participant-list?sessionId=k": { participants: [participant] },
    "/live-sessions/participants/k": { count: 1, participants: [participant] },
    "/recordings": {
      nextCursor: null,
      recordings: [{ id: longId, recordingSize: 1_033_958_599, recordingUrl: `https://r.invalid/${longId}.mp4` }]
    }
  })

const allRooms = () => account([{ room, roomId: room.roomId, sessions: [session] }])

const onTerminal = (columns: number, args: ReadonlyArray<string>) =>
  Effect.map(
    rooms(args, { service: args.includes("--all-rooms") ? allRooms() : service(), terminal: true }),
    ({ stdout }) => stdout.split("\n").slice(0, -1)
  ).pipe(Effect.provideService(TerminalSize, () => ({ columns, rows: 24 })))

describe("a table in a terminal of 80 columns", () => {
  it.effect.each([
    { args: ["list"], line: "fyr-frnm-gdn  2023-11-15 03:58  no      Quarterly planning of the office in Kat…" },
    { args: ["sessions", "k"], line: `${longId}  2023-11-15 03:58  2023-11-15 05:03  1h 5m 12s` },
    {
      args: ["sessions", "--all-rooms"],
      line: "fyr-frnm-gdn  Quarterly planning of …  session_cy5…  2023-11-15 03:58  1h 5m 12s"
    },
    {
      args: ["participants", "k"],
      line: "did:key:z6MkhaXg…  2023-11-15 03:58  2023-11-15 04:28  30m     Νίκος Καζαντζάκης"
    },
    { args: ["live", "k"], line: "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtK…  2023-11-15 03:58  Νίκος Καζαντζάκης" },
    { args: ["recordings"], line: `${longId}  1.0 GB  https://r.invalid/session_cy5txnm1bp4j1dia.mp4` }
  ])("has a line for each row, with the names that tell them apart: $args", ({ args, line }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* onTerminal(80, args)).slice(1), [line])
    })
  )

  it.effect("and of 40 columns has no line that wraps", () =>
    Effect.gen(function* () {
      const lists = [["list"], ["sessions", "k"], ["sessions", "--all-rooms"], ["participants", "k"], ["live", "k"]]
      for (const args of [...lists, ["recordings"]]) {
        const lines = yield* onTerminal(40, args)
        assert.lengthOf(lines, 2)
        for (const line of lines) assert.isAtMost(CliOutput.displayWidth(line), 40, line)
      }
    })
  )
})

describe("colours on a terminal", () => {
  const colored = (args: ReadonlyArray<string>, service: ReturnType<typeof answering>) =>
    Effect.map(
      rooms(args, {
        service,
        terminal: true,
        environment: { ROOMS_BASE_URL: "https://rooms.example.com", ROOMS_API_KEY: "some-key" }
      }),
      ({ stdout }) => stdout
    )

  it.effect("mark rooms that are locked, and sessions that are running", () =>
    Effect.gen(function* () {
      const list = yield* colored(["list"], answering({ "/rooms/get-rooms": Wire.roomsPage1 }))
      assert.include(list, "  \u001b[33myes\u001b[39m     Planning\n")
      assert.include(list, "  no      Stand-up\n")
      const sessions = yield* colored(
        ["sessions", "k"],
        answering({ "/rooms/session-details?roomId=k&limit=20": { sessions: [Wire.running, Wire.ended] } })
      )
      assert.include(sessions, "  \u001b[32mrunning\u001b[39m\n")
      assert.include(sessions, "2023-11-15 05:03  1h 5m 12s\n")
      const all = yield* colored(
        ["sessions", "--all-rooms"],
        account([{ room: Wire.standUp, roomId: "k", sessions: [Wire.running] }])
      )
      assert.include(all, "  \u001b[32mrunning\u001b[39m\n")
    })
  )
})
