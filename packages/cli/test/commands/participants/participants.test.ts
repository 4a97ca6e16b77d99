import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connected, rooms } from "../../fixtures/command.ts"
import { account, answering, unreachable } from "../../fixtures/service.ts"
import {
  brief,
  ended,
  indented,
  lines,
  ndjson,
  participantRows,
  participants,
  planning,
  running,
  standUp,
  untitled
} from "../../fixtures/wire.ts"

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

  it.effect("prints an empty list if the session had no participants", () =>
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

describe("rooms participants <sessionId>", () => {
  it.effect("writes at most --limit participants", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["participants", "s 1/2", "-n", "1"], { service: service() })
      assert.strictEqual(stdout, ndjson(...participantRows.slice(0, 1)))
    })
  )

  it.effect.each([
    { args: [], problem: "give either the id of a session or --all-rooms" },
    { args: ["s", "--all-rooms"], problem: "give either the id of a session or --all-rooms" },
    { args: ["s", "--since", "7d"], problem: "--since and --until are for --all-rooms, not for one session" },
    { args: ["s", "--until", "today"], problem: "--since and --until are for --all-rooms, not for one session" },
    { args: ["s", "--fields", "peerId,room"], problem: "--fields: only --all-rooms gives the field room" },
    { args: ["s", "--fields", "name"], problem: "--fields: only --all-rooms gives the field name" },
    {
      args: ["--all-rooms", "--since", "7d", "--until", "9d"],
      problem: "--until (1969-12-23T00:00:00.000Z) is before --since (1969-12-25T00:00:00.000Z)"
    }
  ])("refuses what doesn't go together: $args", ({ args, problem }) =>
    Effect.gen(function* () {
      const fake = unreachable()
      const outcome = yield* rooms(["participants", ...args], { service: fake })
      assert.deepStrictEqual(outcome, { code: 2, stdout: "", stderr: `rooms: ${problem}\n` })
      assert.deepStrictEqual(fake.sent, [])
    })
  )
})

describe("rooms participants --all-rooms", () => {
  const [ada, ben] = participants.participants
  const [adaRow, benRow] = participantRows

  const threeRooms = () =>
    account(
      [
        { room: standUp, roomId: "k", sessions: [running, ended] },
        { room: planning, roomId: "abc-defg-hij", sessions: [] },
        { room: untitled, roomId: "untitled", sessions: [brief] }
      ],
      { "session-2": [ben], "session-1": [], "session-3": [ada, ben] }
    )

  const inStandUp = { roomId: "k", room: { title: "Stand-up" }, sessionId: "session-2" }
  const inUntitled = { roomId: "untitled", room: { title: null }, sessionId: "session-3" }
  const all = [
    { ...inStandUp, name: null, ...benRow },
    { ...inUntitled, name: "Ada", ...adaRow },
    { ...inUntitled, name: null, ...benRow }
  ]

  it.effect.each([{ args: [] }, { args: ["--concurrency", "8"] }])(
    "writes every stay with its room and its session: $args",
    ({ args }) =>
      Effect.gen(function* () {
        const outcome = yield* rooms(["participants", "--all-rooms", ...args], { service: threeRooms() })
        assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...all), stderr: "" })
      })
  )

  it.effect("writes one json document", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["participants", "--all-rooms", "--json"], { service: threeRooms() })
      assert.deepStrictEqual(JSON.parse(stdout), { participants: all })
    })
  )

  it.effect("writes one table", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["participants", "--all-rooms"], { service: threeRooms(), terminal: true })
      assert.strictEqual(
        stdout,
        lines(
          "ROOM  TITLE     SESSION    PEER    NAME  JOINED            STAYED",
          "k     Stand-up  session-2  peer-2        2023-11-15 03:59  present",
          // The first rows decide how wide a column is.
          "untitled            session-3  peer-1  Ada   2023-11-15 03:58  30m",
          "untitled            session-3  peer-2        2023-11-15 03:59  unknown"
        )
      )
    })
  )

  it.effect("fits every line of the table into 80 columns, whatever ids and names are like", () =>
    Effect.gen(function* () {
      const uuid = "0b5e1c9a-7a52-4b0c-9d3e-5f6a7b8c9d0e"
      const long = account(
        [
          {
            room: { ...standUp, roomId: "abc-defg-hij", metadata: { title: "The weekly planning of everybody" } },
            roomId: "abc-defg-hij",
            sessions: [{ ...ended, sessionId: uuid }]
          }
        ],
        { [uuid]: [{ ...ada, peerId: uuid, metadata: { displayName: "Ada Augusta Byron, Countess of Lovelace" } }] }
      )
      const { stdout } = yield* rooms(["participants", "--all-rooms"], {
        service: long,
        terminal: true,
        environment: { ...connected, COLUMNS: "80" }
      })
      assert.strictEqual(
        stdout,
        lines(
          "ROOM        TITLE     SESSION     PEER        NAME      JOINED            STAYED",
          "abc-defg-…  The wee…  0b5e1c9a-…  0b5e1c9a-…  Ada Aug…  2023-11-15 03:58  30m"
        )
      )
    })
  )

  it.effect("has a column for each field in csv", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["participants", "--all-rooms", "-o", "csv"], { service: threeRooms() })
      assert.deepStrictEqual(stdout.split("\n").slice(0, 3), [
        "roomId,room.title,sessionId,name,peerId,joinTime,exitTime,metadata,duration",
        `k,Stand-up,session-2,,peer-2,${ben?.joinTime},,,`,
        `untitled,,session-3,Ada,peer-1,${ada?.joinTime},${ada?.exitTime},"{""displayName"":""Ada""}",1800`
      ])
    })
  )

  it.effect("picks fields", () =>
    Effect.gen(function* () {
      const args = ["participants", "--all-rooms", "--fields", "room.title,name,duration"]
      const { stdout } = yield* rooms(args, { service: threeRooms() })
      assert.strictEqual(
        stdout,
        ndjson(
          { room: { title: "Stand-up" }, name: null, duration: null },
          { room: { title: null }, name: "Ada", duration: 1_800 },
          { room: { title: null }, name: null, duration: null }
        )
      )
    })
  )

  it.effect("asks only for the sessions of the window, and for no more than --limit needs", () =>
    Effect.gen(function* () {
      const asked = (...args: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const service = threeRooms()
          yield* rooms(["participants", "--all-rooms", ...args], { service })
          return service.sent.flatMap(({ target }) => /sessionId=(.*)/.exec(target)?.[1] ?? [])
        })
      assert.deepStrictEqual(yield* asked("--since", "2023-11-15T00:00Z"), ["session-2"])
      assert.deepStrictEqual(yield* asked("--until", "2023-11-15T00:00Z"), ["session-1", "session-3"])
      assert.deepStrictEqual(yield* asked("--limit", "1"), ["session-2"])
    })
  )

  it.effect("fails with the session that can't be read, after everything before it", () =>
    Effect.gen(function* () {
      const service = account([{ room: standUp, roomId: "k", sessions: [running, ended] }], { "session-2": [ben] })
      const { code, stderr, stdout } = yield* rooms(["participants", "--all-rooms"], { service })
      assert.strictEqual(stdout, ndjson({ ...inStandUp, name: null, ...benRow }))
      assert.notStrictEqual(code, 0)
      assert.include(stderr, "sessionParticipants")
    })
  )

  it.effect("looks at every boundary between two pages again with --verify", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 150 }, (_, index) => ({ ...brief, sessionId: `s${index}` }))
      const nobody = Object.fromEntries(many.map(({ sessionId }) => [sessionId, []]))
      const requests = (...args: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const service = account([{ room: standUp, roomId: "k", sessions: many }], nobody)
          yield* rooms(["participants", "--all-rooms", ...args], { service })
          return service.sent.filter(({ target }) => target.includes("session-details")).length
        })
      assert.isAbove(yield* requests("--verify"), yield* requests())
    })
  )
})
