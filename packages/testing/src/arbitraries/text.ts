/**
 * Text that programs are written without thinking of: every class of it is a bug that somebody had.
 */
import * as Arbitrary from "effect/Arbitrary"
import { element, integer, oneOf } from "./choice.ts"

/** Pieces of text by what is odd about them. All of them are well-formed Unicode and none is empty. */
export const oddPieces = {
  combiningMarks: ["e\u0301", "\u0301", "Z\u0351\u036b\u0343", "\u1100\u1161", "नि"],
  sameWhenNormalized: ["\u00e9", "\u00c5", "\u212b", "ﬁ", "①"],
  caseMapping: ["İ", "ß", "ſ", "\u212a", "Σς"],
  rightToLeft: ["שלום", "مرحبا", "\u202e", "\u200f", "\u2067"],
  emoji: ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇩🇪", "❤️", "\u200d"],
  beyondTheFirstPlane: ["𝒳", "𠜎", "\u{10ffff}"],
  invisible: ["\u200b", "\ufeff", "\u00ad", "\u2060", "\ufffd"],
  spaces: [" ", "  ", "\u00a0", "\u3000", "\u2028"],
  control: ["\0", "\t", "\n", "\r\n", "\u001b[31m", "\u007f", "\u0085"],
  quotes: ['"', "'", "`", "“", "\\"],
  urlSyntax: ["/", "?", "#", "&", "=", ":", ";", "@", "+"],
  percent: ["%2F", "%2f..", "%00", "%", "%25", "%E0%A4%A"],
  dots: [".", "..", "...", "../", "/./"],
  markup: ["<b>", "&amp;", "$&", "{{x}}", "=1+1", "-- "],
  names: ["__proto__", "constructor", "null", "undefined", "NaN", "true", "0", "-1", "1e3"]
} as const

/** Any code point but half of a surrogate pair. Shrinks to "a". */
const codePoint = Arbitrary.map(integer(0, 0x10f7ff), (offset) => {
  const point = (offset + 0x61) % 0x10f800
  return String.fromCodePoint(point < 0xd800 ? point : point + 0x800)
})

const oddPiece = element("a", ...Object.values(oddPieces).flat())

const piece = oneOf(element("a", "b", "Z", "7", "-", "_"), oddPiece, codePoint)

/** Many pieces, or one odd piece alone: `__proto__` is harmless with text in front of it. */
const textOf = (length: Arbitrary.ArrayOptions): Arbitrary.Arbitrary<string> =>
  oneOf(
    Arbitrary.map(Arbitrary.array(piece, length), (pieces) => pieces.join("")),
    oddPiece
  )

/**
 * Text, empty or not, of plain characters, of any code points, and of pieces that are odd in some way: combining marks,
 * right-to-left, emoji of many code points, invisible characters, control characters, quotes, syntax of URLs, percent
 * escapes, dots, markup, names like `__proto__`. Always well-formed Unicode. Shrinks to few characters, and those to "a".
 */
export const text = textOf({})

/** An array gives its elements the size that it has itself, and a long list of rooms must not have long texts. */
export const shortText = textOf({ maxLength: 12 })

export const nonEmptyShortText = textOf({ minLength: 1, maxLength: 12 })

export const tinyText = textOf({ maxLength: 3 })
