/**
 * Rows and answers as YAML 1.2 that readers of YAML 1.1 understand the same way. (Effect reads YAML and does not write it.)
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import { jsonText } from "./printable.ts"

/** Text that is nothing but text to every reader stands as it is, and all other text as JSON has it, which is YAML too. */
const plain = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/
const words = /^(?:y|n|yes|no|on|off|true|false|null)$/i

const textOf = (text: string) => (plain.test(text) && !words.test(text) ? text : jsonText(text))

// YAML 1.1 has no number with an exponent and no point.
const numberOf = (value: number) => JSON.stringify(value).replace(/^(-?\d+)e/, "$1.0e")

/** A key that is longer than this must be announced. */
const longKey = 1_000

const keyOf = (key: string) => {
  const text = textOf(key)
  return text.length > longKey ? (indent: string) => `? ${text}\n${indent}:` : () => `${text}:`
}

// Indented below one another, thousands of levels would be millions of spaces.
const deepest = 10

const isEmpty = (value: object) => Object.keys(value).length === 0

/** What follows a key or a dash; `indent` is that of the lines below. */
const nodeOf = (value: unknown, indent: string, depth: number): string => {
  if (Predicate.isString(value)) return ` ${textOf(value)}`
  if (Predicate.isNumber(value)) return ` ${numberOf(value)}`
  if (!Predicate.isObjectOrArray(value) || isEmpty(value) || depth === deepest) return ` ${jsonText(value)}`
  return Array.isArray(value)
    ? value.map((item) => `\n${indent}-${itemOf(item, `${indent}  `, depth + 1)}`).join("")
    : `\n${indent}${fieldsOf(value, indent, depth)}`
}

/** What follows a dash: fields begin in its line; a list in a list stays in one line. */
const itemOf = (value: unknown, indent: string, depth: number): string => {
  if (!Predicate.isObjectOrArray(value) || isEmpty(value) || depth === deepest) return nodeOf(value, indent, depth)
  return Array.isArray(value) ? ` ${jsonText(value)}` : ` ${fieldsOf(value, indent, depth)}`
}

const fieldsOf = (value: object, indent: string, depth: number): string =>
  Object.entries(value)
    .map(([key, inner]) => `${keyOf(key)(indent)}${nodeOf(inner, `${indent}  `, depth + 1)}`)
    .join(`\n${indent}`)

/** One document: a list with an item for each row, as they arrive. */
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

/** One document: an answer. */
export const yamlText = (answer: unknown): string => `${nodeOf(answer, "", 0).trimStart()}\n`
