/**
 * The flags that say how data is written.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"

export const formats = ["table", "json", "ndjson"] as const
export type Format = (typeof formats)[number]

export const outputFlags = {
  format: Flag.Literals("format", formats).pipe(
    Flag.withDescription("Default: table on a terminal; else ndjson for lists and json for single answers"),
    Flag.optional
  )
}

/** The values of `outputFlags`. */
export interface OutputInput {
  readonly format: Option.Option<Format>
}
