/**
 * The forms of a secret to search for: the secret itself, its hexadecimal digits, and its Base64.
 */

/** The possible characters at each place of a form. */
export type Needle = ReadonlyArray<string>

/** Shorter hexadecimal digits and Base64 occur in any text. */
const shortestEncoded = 8

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

const bitsOf = (code: number, length: number) => code.toString(2).padStart(length, "0")

const inAnyCase = (text: string): Needle =>
  text.split("").map((character) => character.toLowerCase() + character.toUpperCase())

/** Returns the characters of Base64, and of its form for URLs, that have these six bits. A `?` is an unknown bit. */
const base64Of = (bits: string): string => {
  const pattern = new RegExp(bits.replaceAll("?", "."))
  const characters = Array.from(base64).filter((_, code) => pattern.test(bitsOf(code, 6)))
  return characters.join("").replace("+", "+-").replace("/", "/_")
}

/** The Base64 of a secret has one of three forms, depending on the number of bytes before it. */
const inBase64 = (bytes: ReadonlyArray<number>): ReadonlyArray<Needle> => {
  const bits = bytes.map((byte) => bitsOf(byte, 8)).join("")
  return ["", "??", "????"].map((before) => {
    const all = before + bits
    return Array.from(all.padEnd(Math.ceil(all.length / 6) * 6, "?").match(/.{6}/g) ?? [], base64Of)
  })
}

/** Returns the forms of a secret. */
export const needlesOf = (secret: string): ReadonlyArray<Needle> => {
  const plain = inAnyCase(secret)
  if (secret.length < shortestEncoded) return [plain]
  const bytes = Array.from(new TextEncoder().encode(secret))
  const hexadecimal = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return [plain, inAnyCase(hexadecimal), ...inBase64(bytes)]
}
