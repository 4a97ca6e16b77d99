/**
 * The forms in which a secret is looked for: as it is, as hexadecimal digits, and within Base64.
 */

/** For each place of a form, the characters that may be there. */
export type Needle = ReadonlyArray<string>

/** Hexadecimal digits and Base64 of fewer characters are in any text. */
const shortestEncoded = 8

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

const bitsOf = (code: number, length: number) => code.toString(2).padStart(length, "0")

const inAnyCase = (text: string): Needle =>
  text.split("").map((character) => character.toLowerCase() + character.toUpperCase())

/** The characters of Base64 and of its form for URLs that have these six bits; a `?` is a bit that is not known. */
const base64Of = (bits: string): string => {
  const pattern = new RegExp(bits.replaceAll("?", "."))
  const characters = Array.from(base64).filter((_, code) => pattern.test(bitsOf(code, 6)))
  return characters.join("").replace("+", "+-").replace("/", "/_")
}

/** A secret stands in Base64 in one of three ways, by how many bytes are before it. */
const inBase64 = (bytes: ReadonlyArray<number>): ReadonlyArray<Needle> => {
  const bits = bytes.map((byte) => bitsOf(byte, 8)).join("")
  return ["", "??", "????"].map((before) => {
    const all = before + bits
    return Array.from(all.padEnd(Math.ceil(all.length / 6) * 6, "?").match(/.{6}/g) ?? [], base64Of)
  })
}

export const needlesOf = (secret: string): ReadonlyArray<Needle> => {
  const plain = inAnyCase(secret)
  if (secret.length < shortestEncoded) return [plain]
  const bytes = Array.from(new TextEncoder().encode(secret))
  const hexadecimal = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return [plain, inAnyCase(hexadecimal), ...inBase64(bytes)]
}
