import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { LiveParticipants, read } from "../fixtures/contract.ts"
import { admin, assertRefused, get, send } from "../fixtures/requests.ts"
import { sendRaw } from "../fixtures/sockets.ts"
import { assertAlive, createRoom, join, leave } from "../fixtures/worlds.ts"

const ofRooms = [
  { action: "join", body: {} },
  { action: "leave", body: { peerId: "ada" } },
  { action: "end", body: undefined },
  { action: "lock", body: { locked: true } },
  { action: "livestream", body: undefined }
]

const hostile = 'a/b?c=d#e %2F 佐藤 💥 "..'

describe("404", () => {
  it.live.each(ofRooms)("names the unknown room of $action, for any spelling of its id", ({ action, body }) =>
    Effect.gen(function* () {
      for (const roomId of ["nope", hostile]) {
        const answer = yield* admin(`/rooms/${encodeURIComponent(roomId)}/${action}`, body)
        assertRefused(answer, 404, `the world has no room "${roomId}"`)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("names the unknown session of record", () =>
    Effect.gen(function* () {
      for (const sessionId of ["nope", hostile]) {
        const answer = yield* admin(`/sessions/${encodeURIComponent(sessionId)}/recordings`, {})
        assertRefused(answer, 404, `the world has no session "${sessionId}"`)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(["/__emulator", "/__emulator/", "/__emulator/health/", "/__emulator//health", "/__emulator/rooms"])(
    "is the status at %s",
    (path) =>
      Effect.gen(function* () {
        assertRefused(yield* send("GET", path), 404, `there is nothing at ${path}`)
      }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("names the unknown room of deleteRoom", () =>
    Effect.gen(function* () {
      for (const roomId of ["nope", hostile]) {
        const answer = yield* send("DELETE", `/__emulator/rooms/${encodeURIComponent(roomId)}`)
        assertRefused(answer, 404, `the world has no room "${roomId}"`)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("409", () => {
  it.live("is the status if a joining peer is already in the room, which it stays in", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* join(roomId, "ada", { displayName: "Ada" })
      const answer = yield* admin(`/rooms/${roomId}/join`, { peerId: "ada", metadata: {} })
      assertRefused(answer, 409, `peer "ada" is in room "${roomId}" already`)
      const present = yield* read(LiveParticipants, yield* get(`/live-sessions/participants/${roomId}`))
      assert.deepStrictEqual(
        present.participants.map(({ metadata, peerId }) => [peerId, metadata]),
        [["ada", { displayName: "Ada" }]]
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the status if a leaving peer isn't in the room", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      yield* join(roomId, "ada")
      const answer = yield* admin(`/rooms/${roomId}/leave`, { peerId: "grace" })
      assertRefused(answer, 409, `peer "grace" is not in room "${roomId}"`)
      yield* leave(roomId, "ada")
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the status of leave and end for an idle room", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const assertIdle = Effect.gen(function* () {
        const idle = `room "${roomId}" has no ongoing session`
        assertRefused(yield* admin(`/rooms/${roomId}/leave`, { peerId: "ada" }), 409, idle)
        assertRefused(yield* admin(`/rooms/${roomId}/end`), 409, idle)
      })
      yield* assertIdle
      yield* join(roomId, "ada")
      yield* leave(roomId, "ada")
      yield* assertIdle
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

const bodies = [
  { path: "/rooms/a/join", body: '{"peerId":""}', message: /^body\.peerId: an id must not be empty/ },
  { path: "/rooms/a/join", body: '{"peerId":1}', message: /^body\.peerId: ./ },
  { path: "/rooms/a/join", body: '{"metadata":"x"}', message: /^body\.metadata: ./ },
  { path: "/rooms/a/leave", body: "{}", message: /^body\.peerId: is missing$/ },
  { path: "/rooms/a/lock", body: "{}", message: /^body\.locked: is missing$/ },
  { path: "/rooms/a/lock", body: '{"locked":"yes"}', message: /^body\.locked: ./ },
  { path: "/sessions/a/recordings", body: '{"recordingSize":-1}', message: /^body\.recordingSize: ./ },
  { path: "/sessions/a/recordings", body: '{"recordingSize":1.5}', message: /^body\.recordingSize: ./ }
]

describe("400", () => {
  it.live.each(bodies)("names the invalid field: $body for $path", ({ body, message, path }) =>
    Effect.gen(function* () {
      assertRefused(yield* admin(path, body), 400, message)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([...new Set(bodies.map(({ path }) => path))])("is the status for a body that isn't JSON at %s", (path) =>
    Effect.gen(function* () {
      assertRefused(yield* admin(path, "{"), 400, "body: expected a valid JSON body")
      assertRefused(yield* admin(path, "[]"), 400, /^body: /)
      assertRefused(yield* admin(path), 400, /^body: /)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the status for an id that isn't percent-encoded UTF-8, and later requests succeed", () =>
    Effect.gen(function* () {
      const notUtf8 = (name: string) => `path.${name}: not percent-encoded UTF-8, or too long`
      const empty = ["content-length: 0"]
      assertRefused(yield* sendRaw("POST", "/__emulator/rooms/%ff/end", empty), 400, notUtf8("roomId"))
      assertRefused(yield* sendRaw("DELETE", "/__emulator/rooms/%zz"), 400, notUtf8("roomId"))
      assertRefused(yield* sendRaw("POST", "/__emulator/sessions/%/recordings", empty), 400, notUtf8("sessionId"))
      assertRefused(yield* sendRaw("DELETE", "/__emulator/faults/%ff"), 400, notUtf8("id"))
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("names an invalid id in the path", () =>
    Effect.gen(function* () {
      assertRefused(yield* admin("/rooms//end"), 400, /^path\.roomId: an id must not be empty/)
      assertRefused(yield* admin("/sessions//recordings", {}), 400, /^path\.sessionId: an id must not be empty/)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("415", () => {
  it.live.each([...new Set(bodies.map(({ path }) => path))])(
    "is the status for a body without a JSON content type at %s",
    (path) =>
      Effect.gen(function* () {
        assertRefused(yield* admin(path, "locked=true", { contentType: "text/plain" }), 415, /text\/plain/)
      }).pipe(Effect.provide(Emulator.layer()))
  )
})
