/**
 * Rows and answers as JSON, with characters that could harm a terminal escaped.
 *
 * @module
 */
import * as Ndjson from "effect/encoding/Ndjson"
import * as Stream from "effect/Stream"
import { escaped, jsonText } from "./printable.ts"

/** Encodes rows as one JSON value per line, as they arrive. */
export const ndjsonText = <E, R>(rows: Stream.Stream<unknown, E, R>) =>
  rows.pipe(
    Stream.pipeThroughChannel(Ndjson.encodeString<E>()),
    Stream.map(escaped),
    // The rows come from JSON, so encoding them can't fail.
    Stream.catchIf(Ndjson.isNdjsonError, ({ cause }) => Stream.die(cause))
  )

/** Encodes rows as one JSON object with the rows under a key, one per line, as they arrive. */
export const jsonList = <E, R>(rows: Stream.Stream<unknown, E, R>, key: string): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    // If reading the first rows fails, nothing is written.
    const beginning = `{${jsonText(key)}: [`
    let before = `${beginning}\n`
    const render = (row: unknown) => {
      const text = `${before}  ${jsonText(row)}`
      before = ",\n"
      return text
    }
    return Stream.mapArray(rows, (chunk) => [chunk.map(render).join("")]).pipe(
      Stream.concat(Stream.sync(() => (before === ",\n" ? "\n]}\n" : `${beginning}]}\n`)))
    )
  })
