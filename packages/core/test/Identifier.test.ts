import { assert, describe, it } from "@effect/vitest"
import type * as Schema from "effect/Schema"
import { PeerId, RecordingId, RoomId, SessionId } from "../src/Identifier.ts"
import { decode, encode, refusal } from "./fixtures/schema.ts"

const describeIdentifier = <Id extends string>(name: string, schema: Schema.Codec<Id, string>) =>
  describe(name, () => {
    it.each(["abc-def-ghi", "a/b c?d#e", "...", ".a", " ", "äöü", "😀"])(
      "accepts %j and sends it unchanged",
      (text) => {
        const id = decode(schema, text)
        assert.strictEqual<string>(id, text)
        assert.strictEqual(encode(schema, id), text)
      }
    )

    it.each([
      ["an empty text", ""],
      ["a dot", "."],
      ["two dots", ".."],
      ["half of a surrogate pair", "room-\ud83d"],
      ["the other half", "\ude00"]
    ])("rejects %s", (_, text) => {
      assert.deepStrictEqual(refusal(schema, text), {
        path: "",
        problem: 'an id must not be empty, "." or "..", and must be well-formed Unicode'
      })
    })

    it.each([7, null, undefined, {}, true])("rejects %j, which isn't text", (value) => {
      assert.deepStrictEqual(refusal(schema, value), { path: "", problem: "expected string" })
    })
  })

describeIdentifier("RoomId", RoomId)
describeIdentifier("SessionId", SessionId)
describeIdentifier("PeerId", PeerId)
describeIdentifier("RecordingId", RecordingId)
