import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PeerId, RoomId, SessionId } from "../src/Identifier.ts"
import {
  ListSessionsRequest,
  Participant,
  Participants,
  Session,
  SessionRequest,
  SessionsPage
} from "../src/Session.ts"
import { WireParticipants, WireSessionsPage } from "./fixtures/arbitraries.ts"
import { decode, describeFields, encode, whole, wrong, wrongOptional } from "./fixtures/schema.ts"
import { wireParticipant, wireSession } from "./fixtures/wire.ts"

const at = (millis: number) => DateTime.makeUnsafe(millis)

describe("Session", () => {
  it("reads the shape of the contract", () => {
    assert.deepStrictEqual(decode(Session, wireSession()), {
      sessionId: SessionId.make("session-1"),
      startTime: at(1_700_000_000_000),
      endTime: Option.some(at(1_700_000_060_000))
    })
  })

  it("reads ISO 8601 times and sends milliseconds", () => {
    const iso = wireSession({ startTime: "2023-11-14T22:13:20Z", endTime: "2023-11-14T22:14:20Z" })
    assert.deepStrictEqual<unknown>(encode(Session, decode(Session, iso)), wireSession())
  })

  it("reads an end that is null or absent as none, which it sends as null", () => {
    const { endTime, ...running } = wireSession()
    const session = decode(Session, running)
    assert.deepStrictEqual(session.endTime, Option.none())
    assert.deepStrictEqual(session, decode(Session, wireSession({ endTime: null })))
    assert.deepStrictEqual<unknown>(encode(Session, session), wireSession({ endTime: null }))
  })

  it("ignores unknown fields", () => {
    assert.deepStrictEqual(decode(Session, wireSession({ meetingId: "m" })), decode(Session, wireSession()))
  })

  describeFields({
    struct: Session,
    good: wireSession(),
    fields: {
      sessionId: { missing: "refused", wrong: wrong.id },
      startTime: { missing: "refused", wrong: wrong.time },
      endTime: { missing: "accepted", wrong: wrongOptional.time }
    },
    inside: { schema: SessionsPage, at: "sessions[1].", wrap: (row) => ({ sessions: [wireSession(), row] }) }
  })
})

describe("SessionsPage", () => {
  it("may be empty", () => {
    assert.deepStrictEqual(decode(SessionsPage, { sessions: [] }), { sessions: [] })
  })

  describeFields({
    struct: SessionsPage,
    good: { sessions: [wireSession()] },
    fields: { sessions: { missing: "refused", wrong: wrong.list } },
    inside: whole(SessionsPage)
  })

  it.effect.prop("encodes a decoded value to the same JSON", [WireSessionsPage], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual<unknown>(encode(SessionsPage, decode(SessionsPage, wire)), wire)
    })
  )
})

describe("Participant", () => {
  it("reads the shape of the contract", () => {
    assert.deepStrictEqual(decode(Participant, wireParticipant()), {
      peerId: PeerId.make("peer-1"),
      joinTime: at(1_700_000_000_000),
      exitTime: Option.some(at(1_700_000_030_000)),
      metadata: Option.some({ displayName: "Ada" })
    })
  })

  it("reads an exit time that is null or absent as none, which it sends as null", () => {
    const { exitTime, ...staying } = wireParticipant()
    const participant = decode(Participant, staying)
    assert.deepStrictEqual(participant.exitTime, Option.none())
    assert.deepStrictEqual(participant, decode(Participant, wireParticipant({ exitTime: null })))
    assert.deepStrictEqual<unknown>(encode(Participant, participant), wireParticipant({ exitTime: null }))
  })

  it("reads metadata as null or as JSON text, and ignores unknown fields", () => {
    assert.deepStrictEqual(decode(Participant, wireParticipant({ metadata: null })).metadata, Option.none())
    assert.deepStrictEqual(
      decode(Participant, wireParticipant({ metadata: '{"displayName":"Ada"}', duration: 30 })),
      decode(Participant, wireParticipant())
    )
  })

  describeFields({
    struct: Participant,
    good: wireParticipant(),
    fields: {
      peerId: { missing: "refused", wrong: wrong.id },
      joinTime: { missing: "refused", wrong: wrong.time },
      exitTime: { missing: "accepted", wrong: wrongOptional.time },
      metadata: { missing: "refused", wrong: wrong.metadata }
    },
    inside: {
      schema: Participants,
      at: "participants[1].",
      wrap: (row) => ({ participants: [wireParticipant(), row] })
    }
  })
})

describe("Participants", () => {
  describeFields({
    struct: Participants,
    good: { participants: [] },
    fields: { participants: { missing: "refused", wrong: wrong.list } },
    inside: whole(Participants)
  })

  it.effect.prop("encodes a decoded value to the same JSON", [WireParticipants], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual<unknown>(encode(Participants, decode(Participants, wire)), wire)
    })
  )
})

describe("requests", () => {
  it("sessions are asked for by room, with or without limit and cursor", () => {
    const roomId = RoomId.make("room-1")
    assert.deepStrictEqual(encode(ListSessionsRequest, { roomId }), { roomId: "room-1" })
    assert.deepStrictEqual(encode(ListSessionsRequest, { roomId, limit: 20, cursor: 0 }), {
      roomId: "room-1",
      limit: 20,
      cursor: 0
    })
  })

  it("participants are asked for by session", () => {
    assert.deepStrictEqual(encode(SessionRequest, { sessionId: SessionId.make("session-1") }), {
      sessionId: "session-1"
    })
  })
})
