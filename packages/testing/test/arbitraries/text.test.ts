import { assert, describe, it } from "@effect/vitest"
import { PeerId, RecordingId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Arbitraries from "../../src/Arbitraries.ts"
import { assertOccur, sample, smallest } from "../fixtures/sampled.ts"

const has = (pattern: RegExp) => (text: string) => pattern.test(text)

const oddities = {
  "a combining mark": has(/\p{M}/u),
  "a combining mark with nothing before it": has(/^\p{M}/u),
  "text that is longer when normalized": (text: string) => text.normalize("NFD").length > text.length,
  "text that is another one when normalized": (text: string) => text.normalize("NFKC") !== text.normalize("NFC"),
  "text whose lower case is longer": (text: string) => text.toLowerCase().length > text.length,
  "right-to-left letters": has(/[\u0590-\u06ff]/),
  "an override of the direction": has(/\u202e/),
  "a joined emoji": has(/\p{Emoji}\u200d/u),
  "an emoji with a skin tone": has(/\u{1f3fd}/u),
  "a flag": has(/\p{RI}\p{RI}/u),
  "a character beyond the first plane": has(/[\u{10000}-\u{10ffff}]/u),
  "a code point of no language": has(/\p{Co}/u),
  "a byte order mark": has(/\ufeff/),
  "a space": has(/ /),
  "a space at the end": has(/ $/),
  "a space that does not break": has(/\u00a0/),
  "a line separator": has(/\u2028/),
  "a null character": has(/\0/),
  "an escape sequence": (text: string) => text.includes("\u001b["),
  "a line feed": has(/\n/),
  "a double quote": has(/"/),
  "a single quote": has(/'/),
  "a backslash": has(/\\/),
  "a slash": has(/\//),
  "a question mark": has(/\?/),
  "a hash": has(/#/),
  "an ampersand": has(/&/),
  "an escaped slash": has(/%2F/),
  "a percent sign without an escape": has(/%(?![0-9A-Fa-f]{2})/),
  "three dots": has(/^\.\.\.$/),
  "a way up": has(/\.\.\//),
  "a tag": has(/<b>/),
  "a formula": has(/^=/),
  "__proto__ alone": has(/^__proto__$/),
  "a number alone": has(/^-?\d+$/)
}

describe("text", () => {
  it.effect("covers every kind of unusual text, is well-formed, and is sometimes empty", () =>
    Effect.gen(function* () {
      const texts = yield* sample(Arbitraries.text, { count: 2000 })
      assertOccur(texts, { ...oddities, "nothing at all": (text) => text === "" })
      assert.isTrue(texts.every((text) => text.isWellFormed()))
    })
  )

  it.effect("shrinks to its unusual part", () =>
    Effect.gen(function* () {
      for (const text of yield* smallest(Arbitraries.text, (text) => !text.includes("\u200d"))) {
        assert.include(["\u200d", "👩‍👩‍👧‍👦", "🏳️‍🌈"], text)
      }
    })
  )

  it.effect("shrinks to the empty string", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual([...new Set(yield* smallest(Arbitraries.text, () => false))], [""])
    })
  )
})

describe("ids", () => {
  const ids = [
    ["roomId", Arbitraries.roomId, RoomId],
    ["sessionId", Arbitraries.sessionId, SessionId],
    ["peerId", Arbitraries.peerId, PeerId],
    ["recordingId", Arbitraries.recordingId, RecordingId]
  ] as const

  it.effect.each(ids)(
    "%s covers every kind of unusual text, and is a realistic id about half of the time",
    ([, id, schema]) =>
      Effect.gen(function* () {
        const texts = yield* sample<string>(id, { count: 3000 })
        assertOccur(texts, oddities)
        assert.isTrue(texts.every(Schema.is(schema)))
        const plain = texts.filter(has(/^[a-z0-9]{1,12}$/))
        assert.isAbove(plain.length, 1200)
        assert.isBelow(plain.length, 2100)
      })
  )

  it.effect("shrink to a plain one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual([...new Set(yield* smallest(Arbitraries.roomId, () => false))], [RoomId.make("0")])
    })
  )

  it.effect("shrink to the one unusual character that matters", () =>
    Effect.gen(function* () {
      for (const id of yield* smallest(Arbitraries.roomId, (id) => !id.includes("/"))) {
        assert.include(["/", "../", "/./"], id)
      }
    })
  )
})
