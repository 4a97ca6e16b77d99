/**
 * A field of the rows and answers that commands print: `--fields` names fields by their paths, and csv has a column for each.
 *
 * @module
 */
import { PeerId, RecordingId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { JsonMetadata, OptionalMetadata } from "@effect-rooms/core/Metadata"
import { OptionalTimestamp, Timestamp } from "@effect-rooms/core/Timestamp"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { isNear } from "../failure/nearness.ts"

/** The kind of a field. Tables shorten ids last and format times. Every path below `json` is a field too. */
export type FieldKind = "id" | "time" | "value" | "json"

/** One field, by its path in the JSON of a row. */
export interface Field {
  readonly path: string
  readonly kind: FieldKind
}

/** A schema with fields. */
export interface StructSchema {
  readonly fields: Schema.Struct.Fields
}

const kinds = new Map<unknown, FieldKind>([
  [RoomId, "id"],
  [SessionId, "id"],
  [PeerId, "id"],
  [RecordingId, "id"],
  [Timestamp, "time"],
  [OptionalTimestamp, "time"],
  [OptionalMetadata, "json"],
  [JsonMetadata, "json"]
])

const kindOf = (schema: unknown): FieldKind =>
  kinds.get(schema) ?? (Predicate.hasProperty(schema, "schema") ? kindOf(schema.schema) : "value")

const isStruct = (schema: unknown): schema is StructSchema => Predicate.hasProperty(schema, "fields")

/** Returns the fields of a schema, in its order. A new field of the contract appears here without any change. */
export const fieldsOf = ({ fields }: StructSchema): ReadonlyArray<Field> =>
  Object.entries(fields).flatMap(([path, schema]) =>
    isStruct(schema)
      ? fieldsOf(schema).map((field) => ({ ...field, path: `${path}.${field.path}` }))
      : [{ path, kind: kindOf(schema) }]
  )

/** Returns the fields of rows that only the command has. A field that is missing here doesn't compile. */
export const rowFields = <Row>(kinds: { readonly [Key in keyof Row & string]-?: FieldKind }): ReadonlyArray<Field> =>
  Object.entries<FieldKind>(kinds).map(([path, kind]) => ({ path, kind }))

/** Returns the first of the paths that names one of the fields, or a part of one. */
export const firstPathIn = (fields: ReadonlyArray<Field>, paths: ReadonlyArray<string>): string | undefined =>
  paths.find((path) => fields.some((field) => field.path === path || field.path.startsWith(`${path}.`)))

/** Returns the paths of `--fields a,b.c`, in their order. */
export const parsePaths = (text: string): ReadonlyArray<string> => text.split(",").map((path) => path.trim())

const isKnown = (fields: ReadonlyArray<Field>, path: string) =>
  fields.some(
    (field) =>
      field.path === path ||
      field.path.startsWith(`${path}.`) ||
      (field.kind === "json" && path.startsWith(`${field.path}.`) && !path.endsWith("."))
  )

/** Returns the paths that no row has. */
export const unknownPaths = (fields: ReadonlyArray<Field>, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => !isKnown(fields, path))

/** Lists fields for people. */
export const fieldNames = (fields: ReadonlyArray<Field>): string =>
  fields.flatMap(({ kind, path }) => (kind === "json" ? [path, `${path}.<key>`] : [path])).join(", ")

const lastSegment = (path: string) => path.slice(path.lastIndexOf(".") + 1)

/** Guesses the intended field: the same word in another case, the end of a path, a misspelling, or a key of metadata. */
const likelyField = (fields: ReadonlyArray<Field>, unknown: string): string | undefined => {
  const wanted = unknown.toLowerCase()
  const known = fields.map(({ path }) => path)
  const near =
    known.find((path) => path.toLowerCase() === wanted) ??
    known.find((path) => lastSegment(path).toLowerCase() === wanted) ??
    known.find((path) => isNear(wanted, path.toLowerCase()))
  if (near !== undefined) return near
  const json = fields.find(({ kind }) => kind === "json")
  return json === undefined || unknown === "" ? undefined : `${json.path}.${unknown}`
}

/** Returns the problem with paths that no row has, with suggestions. */
export const fieldsProblem = (fields: ReadonlyArray<Field>, unknown: ReadonlyArray<string>): string => {
  const likely = unknown.flatMap((path) => likelyField(fields, path) ?? [])
  const suggestion = likely.length === 0 ? "" : ` (did you mean ${likely.join(",")}?)`
  const names = unknown.map((path) => `"${path}"`).join(", ")
  return `unknown field ${names}${suggestion}; the fields are: ${fieldNames(fields)}`
}
