/**
 * A snapshot as the text of a file: the same bytes for the same world, and a line for each room and each recording, so that
 * two of them can be compared. It is made piece by piece: the whole text of a large world is never in memory.
 */
import type { WorldSnapshot } from "@effect-rooms/testing"
import * as Predicate from "effect/Predicate"

/** The snapshot, its lists, the tenants and their lists. Deeper values are on one line. */
const depthOfRows = 4

const isList = (value: unknown): value is ReadonlyArray<object> =>
  Array.isArray(value) && value.every(Predicate.isObject)

function* written(value: unknown, depth: number): Generator<string> {
  if (depth > 0 && isList(value)) {
    yield "["
    for (const [index, row] of value.entries()) {
      yield index === 0 ? "\n" : ",\n"
      yield* written(row, depth - 1)
    }
    yield "\n]"
  } else if (depth > 0 && Predicate.isObject(value) && !Array.isArray(value)) {
    yield "{"
    for (const [index, [key, field]] of Object.entries(value).entries()) {
      yield `${index === 0 ? "" : ","}${JSON.stringify(key)}:`
      yield* written(field, depth - 1)
    }
    yield "}"
  } else {
    yield JSON.stringify(value)
  }
}

/** The number of characters to write at once. */
const pieceLength = 65_536

/** The text, in pieces. */
export function* worldText(snapshot: WorldSnapshot): Generator<string> {
  let piece = ""
  for (const text of written(snapshot, depthOfRows)) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ""
  }
  yield `${piece}\n`
}
