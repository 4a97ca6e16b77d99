/** Formats sizes and times for people. */
import * as ByteSize from "effect/ByteSize"
import * as Duration from "effect/Duration"

/** Formats a size such as `12.3 MB` or `1.0 GB`. */
export const sizeText = (bytes: number): string =>
  ByteSize.format(ByteSize.bytes(Math.round(bytes)), {
    system: "decimal",
    precision: bytes < 1_000 ? 0 : 1,
    trailingZeros: true
  })

/** Formats a time such as `1h 2m 5s` or `320ms`. */
export const timeText = (millis: number): string =>
  Duration.format(
    millis < 1000 ? Duration.millis(Math.max(1, Math.round(millis))) : Duration.seconds(Math.round(millis / 1000))
  )
