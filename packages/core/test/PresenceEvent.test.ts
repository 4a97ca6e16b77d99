import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { LiveParticipant } from "../src/LiveParticipant.ts"
import { PollFailed, PresenceEvent } from "../src/PresenceEvent.ts"
import { unexpectedStatus } from "./fixtures/errors.ts"
import { decode } from "./fixtures/schema.ts"
import { wireLiveParticipant } from "./fixtures/wire.ts"

const ada = decode(LiveParticipant, wireLiveParticipant({ peerId: "ada" }))
const lin = decode(LiveParticipant, wireLiveParticipant({ peerId: "lin", joinTime: null, metadata: null }))

const events: ReadonlyArray<PresenceEvent> = [
  { _tag: "Snapshot", participants: [ada, lin] },
  { _tag: "Joined", participant: ada },
  { _tag: "Left", participant: lin }
]

/** Through the JSON text that an endpoint sends and its client reads. */
const sent = <A, I>(schema: Schema.Codec<A, I>, value: A): A => {
  const json = Schema.toCodecJson(schema)
  return Schema.decodeUnknownSync(json)(JSON.parse(JSON.stringify(Schema.encodeSync(json)(value))))
}

describe("PresenceEvent", () => {
  it.each(events)("survives encoding and decoding: $_tag", (event) => {
    assert.deepStrictEqual(sent(PresenceEvent, event), event)
  })

  it("encodes participants in the shape of the service", () => {
    assert.deepStrictEqual<unknown>(Schema.encodeSync(PresenceEvent)({ _tag: "Joined", participant: ada }), {
      _tag: "Joined",
      participant: Schema.encodeSync(LiveParticipant)(ada)
    })
  })

  it("rejects an event without its participant", () => {
    assert.throws(() => Schema.decodeUnknownSync(PresenceEvent)({ _tag: "Joined" }))
  })

  it("distinguishes its cases", () => {
    assert.deepStrictEqual(events.filter(PresenceEvent.guards.Left), [{ _tag: "Left", participant: lin }])
  })
})

describe("PollFailed", () => {
  it("survives encoding and decoding", () => {
    const failed: PollFailed = {
      _tag: "PollFailed",
      error: unexpectedStatus("liveParticipants"),
      retryIn: Duration.seconds(5)
    }
    const read = sent(PollFailed, failed)
    assert.deepStrictEqual(Schema.encodeSync(PollFailed)(read), Schema.encodeSync(PollFailed)(failed))
    assert.strictEqual(read.error.message, failed.error.message)
  })
})
