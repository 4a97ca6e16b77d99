/**
 * Makes text from elsewhere, such as a title, harmless to the terminal: it can't move the cursor, change colors, or reverse
 * the direction of the text around it.
 *
 * Zero-width characters and right-to-left marks stay, because emoji and names need them.
 *
 * @module
 */

/** Controls (C0, DEL, C1), line and paragraph separators, direction overrides and isolates, and unpaired surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu

/** Replaces every unsafe character, for text that people read. */
export const printable = (text: string): string => text.replace(unsafe, "\ufffd")

/** Joins the lines of a message into one printable line. */
export const oneLine = (text: string): string => printable(text.replace(/\s*[\r\n]+\s*/g, " "))

/** Unsafe characters that `JSON.stringify` doesn't escape, and characters that YAML forbids: a byte order mark and two noncharacters. */
const unescaped = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

const escapeSequence = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Escapes every unsafe character in JSON text as `\uXXXX`, which keeps its value. */
export const escaped = (json: string): string => json.replace(unescaped, escapeSequence)

/** Returns the JSON text of a value, escaped, for programs to read. */
export const jsonText = (value: unknown, indent?: number): string => escaped(JSON.stringify(value, undefined, indent))
