/**
 * Text of somebody else, such as a title, made harmless to the terminal that it is written to: it must not move the
 * cursor, change the colours, or turn the order of what stands beside it.
 *
 * Zero-width characters and the marks of right-to-left text stay: emoji and names are written with them.
 *
 * @module
 */

/** Controls (C0, DEL, C1), line and paragraph separators, overrides and isolates of direction, halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu

/** For people: what could do harm is replaced. */
export const printable = (text: string): string => text.replace(unsafe, "\ufffd")

/** What `JSON.stringify` leaves as it is, and besides what no YAML document may hold: a byte order mark and two noncharacters. */
const unescaped = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

const escapeSequence = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** JSON text in which everything that could do harm stands as `\uXXXX`. It says the same. */
export const escaped = (json: string): string => json.replace(unescaped, escapeSequence)

/** For programs: the JSON text of a value, escaped. */
export const jsonText = (value: unknown, indent?: number): string => escaped(JSON.stringify(value, undefined, indent))
