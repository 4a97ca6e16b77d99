/**
 * Rows and answers as JSON, with everything that could do harm to a terminal escaped.
 *
 * @module
 */
import * as Ndjson from "effect/encoding/Ndjson"
import * as Stream from "effect/Stream"
import { escaped, jsonText } from "./printable.ts"

/** One JSON value a line, as the rows arrive. */
export const ndjsonText = <E, R>(rows: Stream.Stream<unknown, E, R>) =>
  rows.pipe(
    Stream.pipeThroughChannel(Ndjson.encodeString<E>()),
    Stream.map(escaped),
    // What the service sent as JSON can be written as JSON.
    Stream.catchIf(Ndjson.isNdjsonError, ({ cause }) => Stream.die(cause))
  )

/** One JSON object with the rows under a key, as they arrive, each in a line of its own. */
export const jsonList = <E, R>(rows: Stream.Stream<unknown, E, R>, key: string): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    // Nothing is written of rows that cannot be had.
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
