import { assert, describe, it } from "@effect/vitest"
import * as Base64 from "effect/encoding/Base64"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { vi } from "vitest"
import { makeMask } from "../../src/masking/makeMask.ts"

const maskOf = (...secrets: ReadonlyArray<string>) => makeMask(...secrets.map((secret) => Redacted.make(secret)))

const redacted = "<redacted>"

const entities: Readonly<Record<string, string>> = {
  "!": "excl",
  '"': "quot",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "&": "amp",
  "'": "apos",
  "(": "lpar",
  ")": "rpar",
  "*": "ast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "<": "lt",
  "=": "equals",
  ">": "gt",
  "?": "quest",
  "@": "commat",
  "[": "lbrack",
  "\\": "bsol",
  "]": "rbrack",
  "^": "Hat",
  _: "lowbar",
  "`": "grave",
  "{": "lbrace",
  "|": "vert",
  "}": "rbrace"
}

const hexOf = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, "0")

/** The ways to write one character. */
const spellings: ReadonlyArray<(character: string) => string> = [
  (character) => character,
  (character) => character.toUpperCase(),
  (character) => `%${hexOf(character, 2)}`,
  (character) => `%25${hexOf(character, 2).toUpperCase()}`,
  (character) => `\\u${hexOf(character, 4)}`,
  (character) => `\\\\u${hexOf(character, 4)}`,
  (character) => `\\x${hexOf(character, 2)}`,
  (character) => `\\u{${hexOf(character, 1)}}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x00${hexOf(character, 2)};`,
  (character) => `&amp;#${character.charCodeAt(0)};`,
  (character) => (entities[character] === undefined ? character : `&${entities[character]};`),
  (character) => JSON.stringify(character).slice(1, -1),
  (character) => JSON.stringify(JSON.stringify(character)).slice(3, -3),
  (character) => (/[a-z0-9\\]/i.test(character) ? character : `\\${character}`)
]

type Spelling = (character: string) => string

/** Each character in the way that is chosen for it. */
const spell = (text: string, choices: ReadonlyArray<number>) =>
  Array.from(text, (character, at) => spellings[choices[at % choices.length] ?? 0]?.(character)).join("")

const unlessSpecial =
  (special: string, escape: Spelling): Spelling =>
  (character) =>
    special.includes(character) ? escape(character) : character

const percent: Spelling = (character) => `%${hexOf(character, 2)}`
const json: Spelling = (character) => JSON.stringify(character).slice(1, -1)
const html: Spelling = (character) => (entities[character] === undefined ? character : `&${entities[character]};`)

/** How encoders of whole texts write a character. */
const encoders: ReadonlyArray<Spelling> = [
  percent,
  unlessSpecial("%", percent),
  encodeURIComponent,
  json,
  (character) => (character === "/" ? "\\/" : json(character)),
  (character) => `\\u${hexOf(character, 4)}`,
  (character) => `\\x${hexOf(character, 2)}`,
  (character) => `\\u{${hexOf(character, 2)}}`,
  html,
  unlessSpecial("&", html),
  (character) => `&#${character.charCodeAt(0)};`
]

const encode = (text: string, encoder: number) =>
  Array.from(text, (character) => encoders[encoder]?.(character)).join("")

/** One level of every encoding at once, by other means than those of the mask. */
const decoded = (text: string) =>
  text.replace(
    /%([0-9a-f]{2})|\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|u\{([0-9a-f]+)\})|&#x([0-9a-f]+);|&#(\d+);|&(\w+);|\\+([^a-z0-9])/gi,
    (escape, percent, unicode, hex, braced, entityHex, entity, name: string | undefined, sign: string | undefined) => {
      const digits: string | undefined = percent ?? unicode ?? hex ?? braced ?? entityHex
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16))
      if (entity !== undefined) return String.fromCharCode(Number(entity))
      return sign ?? Object.entries(entities).find(([, known]) => known === name)?.[0] ?? escape
    }
  )

const decodings = (text: string) => {
  const readings = [text]
  for (let depth = 0; depth < 6; depth++) readings.push(decoded(readings.at(-1) ?? ""))
  return readings.map((reading) => reading.toLowerCase())
}

const Key = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{6,24}$/))
const Choices = Schema.NonEmptyArray(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: spellings.length - 1 })))
const Encoder = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: encoders.length - 1 }))
const Printable = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{0,40}$/))

const isFree = (text: string, key: string) => decodings(text).every((reading) => !reading.includes(key.toLowerCase()))

describe("a mask", () => {
  it("masks an API key in every way of writing it", () => {
    const mask = maskOf("a+b&C")
    assert.strictEqual(
      mask("a+b&C A+B&c a%2bb%26C a%2Bb&amp;C a\\u002bb\\u0026C a&#43;b&#x26;C a+b"),
      "<redacted> <redacted> <redacted> <redacted> <redacted> <redacted> a+b"
    )
  })

  it.each([
    ["percent-encoded twice", "live%252Fs%253F1"],
    ["percent-encoded four times", "live%2525252Fs%2525253F1"],
    ["with letters percent-encoded", "%6cive/%73?1"],
    ["with letters as \\u", "\\u006Cive/\\u0073?1"],
    ["with \\x", "live\\x2fs\\x3F1"],
    ["with \\u{}", "live\\u{2f}s\\u{00003f}1"],
    ["in capital letters", "LIVE\\U002FS\\X3F1"],
    ["with named entities", "live&sol;s&quest;1"],
    ["as HTML in HTML", "live&amp;sol;s&amp;#x3f;1"],
    ["with an escaped slash", "live\\/s?1"],
    ["as JSON in JSON in JSON", "live\\\\\\/s\\\\\\\\u003f1"],
    ["as JSON in a URL", "live%5C%2Fs%5Cu003f1"],
    ["as HTML in a URL", "live%26%2347%3Bs%3F1"],
    ["as a URL in JSON", "live\\u00252fs\\u00253F1"],
    ["as hexadecimal", "6c6976652F733f31"],
    ["as Base64", Base64.encode("live/s?1")],
    ["as Base64 in a URL", encodeURIComponent("bGl2ZS9zPzE=").replace("%3D", "")]
  ])("finds a key %s", (_, written) => {
    const shown = maskOf("live/s?1")(`before ${written} after`)
    assert.match(shown, /^before <redacted>=? after$/)
  })

  it("finds a key of backslashes and quotes in JSON, and in JSON in JSON", () => {
    const key = 'a\\b"c\\\\"'
    const once = JSON.stringify({ key })
    assert.strictEqual(maskOf(key)(once), `{"key":"${redacted}"}`)
    assert.strictEqual(maskOf(key)(JSON.stringify({ once })), `{"once":"{\\"key\\":\\"${redacted}\\"}"}`)
  })

  it("finds a percent sign in front of two digits if it is escaped and then written as JSON", () => {
    const key = "live%02s?1"
    const escaped = "live\\%02s\\?1"
    const json = JSON.stringify(escaped).slice(1, -1)
    for (const written of [escaped, json, encode(json, 10), encode(json, 0), JSON.stringify(json).slice(1, -1)]) {
      assert.strictEqual(maskOf(key)(`before ${written} after`), `before ${redacted} after`)
    }
  })

  it.prop(
    "masks any key with each character written in any way and encoded again, and changes nothing else",
    [Key, Choices, Schema.Array(Encoder).check(Schema.isMaxLength(3)), Printable, Printable],
    ([key, choices, encodings, before, after]) => {
      const text = `${before} | ${after}`
      if (!isFree(text, key)) return
      const mask = maskOf(key)
      assert.strictEqual(mask(text), text)
      const written = encodings.reduce(encode, spell(key, choices))
      assert.strictEqual(mask(`${before} ${written} ${after}`), `${before} ${redacted} ${after}`)
      // Next to any other text.
      const shown = mask(before + written + after)
      assert.isTrue(isFree(shown.replaceAll(redacted, " "), key), shown)
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop(
    "masks the whole key within Base64 and hexadecimal of a longer text",
    [Key, Printable, Printable],
    ([short, before, after]) => {
      const key = `${short}-8`
      const mask = maskOf(key)
      for (const encode of [Base64.encode, Base64Url.encode]) {
        const [front = "", behind = "", ...more] = mask(encode(before + key + after)).split(redacted)
        assert.isEmpty(more)
        // A character of Base64 is six bits.
        assert.isAtMost(front.length * 6, before.length * 8)
        assert.isAtMost(behind.replaceAll("=", "").length * 6, after.length * 8 + 5)
      }
      const hex = Hex.encode
      assert.strictEqual(mask(hex(before + key + after)), hex(before) + redacted + hex(after))
    },
    { arbitrary: { runs: 500 } }
  )

  it("doesn't search for short keys in hexadecimal or Base64, where they would be found by chance", () => {
    const text = JSON.stringify({ count: 646576, text: Base64.encode("dev") })
    assert.strictEqual(maskOf("dev")(text), text)
  })

  it("leaves escapes that aren't part of the key unchanged", () => {
    const text = 'a%2Fb \\u0073 \\" & &amp; &sol; %zz %2 \\u00 \\u{} &#; &#x; &nosuch; \\n \\\\'
    assert.strictEqual(maskOf("sk-live-1")(text), text)
  })

  it("masks occurrences that overlap as one, and those side by side as two", () => {
    assert.strictEqual(maskOf("abab")("ababab"), redacted)
    assert.strictEqual(maskOf("abab")("abababab abababa"), `${redacted} ${redacted}a`)
    assert.strictEqual(maskOf("abc")("abcabc"), redacted + redacted)
  })

  it("masks several secrets, even if one is part of another", () => {
    const mask = maskOf("alpha-key", "alpha-key-2", "beta-key")
    assert.strictEqual(
      mask("not alpha-key, alpha-key-2, nor beta-key"),
      `not ${redacted}, ${redacted}, nor ${redacted}`
    )
    assert.strictEqual(maskOf("inner-key", "an-inner-key-2")("an-inner-key-2"), redacted)
  })

  it("leaves text without a key unchanged", () => {
    assert.strictEqual(maskOf("")("any text"), "any text")
    assert.strictEqual(maskOf()("any text"), "any text")
  })

  /** How often a mask looks at a character. */
  const stepsOf = (key: string, text: string) => {
    const mask = maskOf(key)
    mask(" ")
    const looks = [
      vi.spyOn(String.prototype, "charCodeAt"),
      vi.spyOn(String.prototype, "charAt"),
      vi.spyOn(String.prototype, "includes")
    ]
    try {
      mask(text)
      return looks.reduce((steps, look) => steps + look.mock.calls.length, 0)
    } finally {
      for (const look of looks) look.mockRestore()
    }
  }

  it.each([
    ["backslashes", "\\", "\\"],
    ["backslashes that are escaped", "\\", "\\u005c"],
    ["percent signs", "%", "%25"],
    ["percent signs that never end", "%", "%"],
    ["ampersands", "&", "&amp;"],
    ["ampersands that never end", "&", "&"],
    ["letters", "a", "a"],
    ["all kinds of escapes", "\\%&", "\\u0025%5c&amp;%26amp;\\u005c"]
  ])("takes time that grows with the text and with the key, not faster: %s", (_, character, unit) => {
    // The last character is never there, so that nothing is found early.
    const steps = (keyLength: number, textLength: number) =>
      stepsOf(`${character.repeat(keyLength)}~`, unit.repeat(textLength / unit.length))
    const small = steps(15, 600)
    assert.isAbove(small, 600)
    assert.isBelow(steps(30, 600), 2.2 * small)
    assert.isBelow(steps(15, 1_200), 2.2 * small)
    assert.isBelow(small, 15 * 600 * 20)
  })
})
