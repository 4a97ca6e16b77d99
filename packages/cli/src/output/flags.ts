/**
 * The flags that say how data is written.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { type Field, fieldsProblem, namesOf, pathsIn, unknownPaths } from "./fields.ts"

export const formats = ["table", "json", "ndjson", "csv", "yaml"] as const
export type Format = (typeof formats)[number]

const switchFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)

const formatFlags = {
  format: Flag.Literals("format", formats).pipe(
    Flag.withAlias("o"),
    Flag.withDescription(
      "table, json, ndjson, csv or yaml. Default: table on a terminal, else ndjson for lists and json for single answers"
    ),
    Flag.withMetavar("format"),
    Flag.optional
  ),
  json: switchFlag("json", "Same as --format json")
}

const layoutFlags = {
  noHeader: switchFlag("no-header", "Leave out the header of a table or of csv"),
  utc: switchFlag("utc", "Show the times of tables in UTC instead of local time"),
  noColor: switchFlag("no-color", "Don't use colors, as when NO_COLOR is set. Default: colors on a terminal")
}

/** The flags of every command that writes data. */
export const outputFlags = { ...formatFlags, ...layoutFlags }

/** `outputFlags`, and `--fields` for a command whose rows have these fields: others are refused before anything is sent. */
export const outputFlagsFor = (fields: ReadonlyArray<Field>) => ({
  ...formatFlags,
  fields: Flag.String("fields").pipe(
    Flag.withDescription(`Print only these fields, in this order. There are: ${namesOf(fields)}`),
    Flag.withMetavar("a,b.c"),
    Flag.filterMap(
      (text) => Option.liftPredicate(pathsIn(text), (paths) => unknownPaths(fields, paths).length === 0),
      (text) => fieldsProblem(fields, unknownPaths(fields, pathsIn(text)))
    ),
    Flag.optional
  ),
  ...layoutFlags
})

/** The values of `outputFlags` or `outputFlagsFor`. */
export interface OutputInput {
  readonly format: Option.Option<Format>
  /** Another way to ask for a format; what runs a command has turned it into one. */
  readonly json?: boolean
  readonly noHeader?: boolean
  readonly utc?: boolean
  readonly noColor?: boolean
  /** Paths of fields, none of them unknown. */
  readonly fields?: Option.Option<ReadonlyArray<string>>
}
