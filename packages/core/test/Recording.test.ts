import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { RecordingId, SessionId } from "../src/Identifier.ts"
import { ListRecordingsRequest, Recording, RecordingsPage } from "../src/Recording.ts"
import { WireRecordingsPage } from "./fixtures/arbitraries.ts"
import { decode, describeFields, encode, whole, wrong, wrongOptional } from "./fixtures/schema.ts"
import { wireRecording, wireRecordingsPage } from "./fixtures/wire.ts"

describe("Recording", () => {
  it("reads the shape of the contract and ignores unknown fields", () => {
    assert.deepStrictEqual(decode(Recording, wireRecording({ duration: 60 })), {
      id: RecordingId.make("recording-1"),
      recordingUrl: "https://files.example/recording-1.mp4",
      recordingSize: 1024.5
    })
  })

  describeFields({
    struct: Recording,
    good: wireRecording(),
    fields: {
      id: { missing: "refused", wrong: wrong.id },
      recordingUrl: { missing: "refused", wrong: wrong.text },
      recordingSize: { missing: "refused", wrong: wrong.number }
    },
    inside: {
      schema: RecordingsPage,
      at: "recordings[1].",
      wrap: (row) => wireRecordingsPage({ recordings: [wireRecording(), row] })
    }
  })
})

describe("RecordingsPage", () => {
  it("reads the shape of the contract and ignores unknown fields", () => {
    assert.deepStrictEqual(decode(RecordingsPage, wireRecordingsPage({ ok: true })), {
      nextCursor: Option.some(1),
      recordings: [decode(Recording, wireRecording())]
    })
  })

  it("reads a next cursor that is null or absent as none, which is sent as null", () => {
    const { nextCursor, ...last } = wireRecordingsPage()
    const page = decode(RecordingsPage, last)
    assert.deepStrictEqual(page.nextCursor, Option.none())
    assert.deepStrictEqual(page, decode(RecordingsPage, wireRecordingsPage({ nextCursor: null })))
    assert.deepStrictEqual<unknown>(encode(RecordingsPage, page), wireRecordingsPage({ nextCursor: null }))
  })

  it("reads a next cursor of 0 as 0", () => {
    assert.deepStrictEqual(decode(RecordingsPage, wireRecordingsPage({ nextCursor: 0 })).nextCursor, Option.some(0))
  })

  describeFields({
    struct: RecordingsPage,
    good: wireRecordingsPage(),
    fields: {
      nextCursor: { missing: "accepted", wrong: wrongOptional.integer },
      recordings: { missing: "refused", wrong: wrong.list }
    },
    inside: whole(RecordingsPage)
  })

  it.effect.prop("encodes a decoded value to the same JSON", [WireRecordingsPage], ([wire]) =>
    Effect.sync(() => {
      assert.deepStrictEqual<unknown>(encode(RecordingsPage, decode(RecordingsPage, wire)), wire)
    })
  )
})

describe("ListRecordingsRequest", () => {
  it("sends the given request, and nothing else", () => {
    const sessionId = SessionId.make("session-1")
    assert.deepStrictEqual(encode(ListRecordingsRequest, {}), {})
    assert.deepStrictEqual(encode(ListRecordingsRequest, { sessionId, limit: 20, cursor: 0 }), {
      sessionId: "session-1",
      limit: 20,
      cursor: 0
    })
  })
})
