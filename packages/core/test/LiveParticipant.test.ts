import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PeerId } from "../src/Identifier.ts"
import { LiveParticipant, LiveParticipants } from "../src/LiveParticipant.ts"
import { WireLiveParticipants } from "./fixtures/arbitraries.ts"
import { decode, describeFields, encode, whole, wrong, wrongOptional } from "./fixtures/schema.ts"
import { wireLiveParticipant, wireLiveParticipants } from "./fixtures/wire.ts"

describe("LiveParticipant", () => {
  it("reads the shape of the contract", () => {
    assert.deepStrictEqual(decode(LiveParticipant, wireLiveParticipant()), {
      peerId: PeerId.make("peer-1"),
      joinTime: Option.some(DateTime.makeUnsafe(1_700_000_000_000)),
      metadata: Option.some({ displayName: "Ada" })
    })
  })

  it("reads a join time that is null or absent as none, which it sends as null", () => {
    const { joinTime, ...unknownSince } = wireLiveParticipant()
    const peer = decode(LiveParticipant, unknownSince)
    assert.deepStrictEqual(peer.joinTime, Option.none())
    assert.deepStrictEqual(peer, decode(LiveParticipant, wireLiveParticipant({ joinTime: null })))
    assert.deepStrictEqual<unknown>(encode(LiveParticipant, peer), wireLiveParticipant({ joinTime: null }))
  })

  it("reads an ISO 8601 join time and metadata as JSON text, and sends the shape of the contract", () => {
    const wire = wireLiveParticipant({
      joinTime: "2023-11-14T22:13:20Z",
      metadata: '{"displayName":"Ada"}',
      role: "host"
    })
    assert.deepStrictEqual<unknown>(encode(LiveParticipant, decode(LiveParticipant, wire)), wireLiveParticipant())
  })

  describeFields({
    struct: LiveParticipant,
    good: wireLiveParticipant(),
    fields: {
      peerId: { missing: "refused", wrong: wrong.id },
      joinTime: { missing: "accepted", wrong: wrongOptional.time },
      metadata: { missing: "refused", wrong: wrong.metadata }
    },
    inside: {
      schema: LiveParticipants,
      at: "participants[1].",
      wrap: (row) => wireLiveParticipants({ participants: [wireLiveParticipant(), row] })
    }
  })
})

describe("LiveParticipants", () => {
  it("reads the shape of the contract and ignores unknown fields", () => {
    assert.deepStrictEqual(decode(LiveParticipants, wireLiveParticipants({ ok: true })), {
      count: 1,
      participants: [decode(LiveParticipant, wireLiveParticipant())]
    })
  })

  describeFields({
    struct: LiveParticipants,
    good: wireLiveParticipants(),
    fields: {
      count: { missing: "refused", wrong: wrong.integer },
      participants: { missing: "refused", wrong: wrong.list }
    },
    inside: whole(LiveParticipants)
  })

  it.effect.prop("encodes a decoded value to the same JSON", [WireLiveParticipants], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual<unknown>(encode(LiveParticipants, decode(LiveParticipants, wire)), wire)
    })
  )
})
