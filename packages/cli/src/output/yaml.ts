/**
 * Rows and answers as YAML 1.2 that readers of YAML 1.1 understand the same way, with characters that could harm a terminal
 * escaped.
 *
 * Effect reads YAML but doesn't write it. The `yaml` package takes 9 times as long per row, and overflows the stack at 2 000
 * levels of metadata.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import { jsonText } from "./printable.ts"

/** Text that every reader takes for text. All other text is written as JSON, which is valid YAML. */
const plain = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/
const words = /^(?:y|n|yes|no|on|off|true|false|null)$/i

const textOf = (text: string) => (plain.test(text) && !words.test(text) ? text : jsonText(text))

// YAML 1.1 reads a number with an exponent as text unless it has a point.
const numberOf = (value: number) => JSON.stringify(value).replace(/^(-?\d+)e/, "$1.0e")

/** A longer key needs a question mark. */
const longKey = 1_000

const keyOf = (key: string) => {
  const text = textOf(key)
  return text.length > longKey ? (indent: string) => `? ${text}\n${indent}:` : () => `${text}:`
}

// Deeper values are on one line: indenting thousands of levels would write millions of spaces.
const deepest = 10

const isEmpty = (value: object) => Object.keys(value).length === 0

/** Formats a value after a key or a dash; `indent` is the indentation of the lines below. */
const nodeOf = (value: unknown, indent: string, depth: number): string => {
  if (Predicate.isString(value)) return ` ${textOf(value)}`
  if (Predicate.isNumber(value)) return ` ${numberOf(value)}`
  if (!Predicate.isObjectOrArray(value) || isEmpty(value) || depth === deepest) return ` ${jsonText(value)}`
  return Array.isArray(value)
    ? value.map((item) => `\n${indent}-${itemOf(item, `${indent}  `, depth + 1)}`).join("")
    : `\n${indent}${fieldsOf(value, indent, depth)}`
}

/** Formats a value after a dash: its fields start on the same line, and a list in a list stays on one line. */
const itemOf = (value: unknown, indent: string, depth: number): string => {
  if (!Predicate.isObjectOrArray(value) || isEmpty(value) || depth === deepest) return nodeOf(value, indent, depth)
  return Array.isArray(value) ? ` ${jsonText(value)}` : ` ${fieldsOf(value, indent, depth)}`
}

const fieldsOf = (value: object, indent: string, depth: number): string =>
  Object.entries(value)
    .map(([key, inner]) => `${keyOf(key)(indent)}${nodeOf(inner, `${indent}  `, depth + 1)}`)
    .join(`\n${indent}`)

/** Encodes rows as one document, a list with an item for each row, as they arrive. */
export const yamlList = <E, R>(rows: Stream.Stream<unknown, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    let isEmptyList = true
    const render = (chunk: ReadonlyArray<unknown>) => {
      isEmptyList = false
      return chunk.map((row) => `-${itemOf(row, "  ", 0)}\n`).join("")
    }
    return Stream.mapArray(rows, (chunk) => [render(chunk)]).pipe(
      Stream.concat(Stream.suspend(() => (isEmptyList ? Stream.make("[]\n") : Stream.empty)))
    )
  })

/** Encodes an answer as one document. */
export const yamlText = (answer: unknown): string => `${nodeOf(answer, "", 0).trimStart()}\n`
