/**
 * The flags of every command that prints data.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { switchFlag } from "../flags/switchFlag.ts"
import { type Field, fieldNames, fieldsProblem, parsePaths, unknownPaths } from "./Field.ts"
import { type Format, formats } from "./format.ts"

const formatFlags = {
  format: Flag.Literals("format", formats).pipe(
    Flag.withAlias("o"),
    Flag.withDescription(
      "table, json, ndjson, csv or yaml. Default: table on a terminal, otherwise ndjson for lists and json for single values"
    ),
    Flag.withMetavar("format"),
    Flag.optional
  ),
  json: switchFlag("json", "Same as --format json")
}

const layoutFlags = {
  noHeader: switchFlag("no-header", "Leave out the header of a table or of csv"),
  utc: switchFlag("utc", "Show the times of tables in UTC instead of local time"),
  noColor: switchFlag("no-color", "Don't use colors, as if NO_COLOR were set. Default: colors on a terminal")
}

/** Returns the flags of a command whose rows have these fields. `--fields` rejects other fields before anything is sent. */
export const outputFlagsFor = (fields: ReadonlyArray<Field>) => ({
  ...formatFlags,
  fields: Flag.String("fields").pipe(
    Flag.withDescription(`Print only these fields, in this order. The fields are: ${fieldNames(fields)}`),
    Flag.withMetavar("a,b.c"),
    Flag.filterMap(
      (text) => Option.liftPredicate(parsePaths(text), (paths) => unknownPaths(fields, paths).length === 0),
      (text) => fieldsProblem(fields, unknownPaths(fields, parsePaths(text)))
    ),
    Flag.optional
  ),
  ...layoutFlags
})

/** The values of `outputFlagsFor`. */
export interface OutputInput {
  readonly format: Option.Option<Format>
  /** `--json`, which the handler of the command has turned into `format`. */
  readonly json?: boolean
  readonly noHeader?: boolean
  readonly utc?: boolean
  readonly noColor?: boolean
  /** Known paths of fields. */
  readonly fields?: Option.Option<ReadonlyArray<string>>
}
