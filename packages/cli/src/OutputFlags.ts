/**
 * The flags that say how data is written.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { type Field, namesOf, pathsIn, unknownPaths } from "./Fields.ts"

export const formats = ["table", "json", "ndjson", "csv", "yaml"] as const
export type Format = (typeof formats)[number]

const switchFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)

const format = Flag.Literals("format", formats).pipe(
  Flag.withDescription("Default: table on a terminal; else ndjson for lists and json for single answers"),
  Flag.optional
)

const layoutFlags = {
  noHeader: switchFlag("no-header", "Leave the header of table and csv out"),
  utc: switchFlag("utc", "Show the times of tables in UTC. Default: in the zone of this machine"),
  noColor: switchFlag("no-color", "No colours. Default: colours on a terminal, unless NO_COLOR is set")
}

/** The flags of every command that writes data. */
export const outputFlags = { format, ...layoutFlags }

const quoted = (paths: ReadonlyArray<string>) => paths.map((path) => `"${path}"`).join(", ")

/** `outputFlags`, and `--fields` for a command whose rows have these fields: others are refused before anything is sent. */
export const outputFlagsFor = (fields: ReadonlyArray<Field>) => ({
  format,
  fields: Flag.String("fields").pipe(
    Flag.withDescription(`Only these fields, in this order. There are: ${namesOf(fields)}`),
    Flag.withMetavar("a,b.c"),
    Flag.filterMap(
      (text) => Option.liftPredicate(pathsIn(text), (paths) => unknownPaths(fields, paths).length === 0),
      (text) => `there is no field ${quoted(unknownPaths(fields, pathsIn(text)))}; there are: ${namesOf(fields)}`
    ),
    Flag.optional
  ),
  ...layoutFlags
})

/** The values of `outputFlags` or `outputFlagsFor`. */
export interface OutputInput {
  readonly format: Option.Option<Format>
  readonly noHeader?: boolean
  readonly utc?: boolean
  readonly noColor?: boolean
  /** Paths of fields, none of them unknown. */
  readonly fields?: Option.Option<ReadonlyArray<string>>
}
