/** Successes of the world as JSON text, written by the quirks. The schemas say which fields there are. */
import type { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import type { RecordingsPage } from "@effect-rooms/core/Recording"
import type { Room, RoomsPage } from "@effect-rooms/core/Room"
import type { Participant, Session } from "@effect-rooms/core/Session"
import { forEachOperation, type OperationName, operations } from "@effect-rooms/core/unstable"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { BodyQuirk, Quirks } from "../Quirks.ts"

type FieldName =
  | keyof Room
  | keyof RoomsPage
  | keyof RecordingsPage
  | keyof Session
  | keyof Participant
  | keyof LiveParticipant

/** How a field is written. */
interface FieldRule {
  /** The operation whose responses the rule is about. Default: all. */
  readonly operation?: OperationName
  readonly field: FieldName
  /** Leaves the field out if there is no value. Default: as the schema encodes it. */
  readonly none?: "absent"
  /** Writes a time as ISO 8601. Default: epoch milliseconds. */
  readonly time?: "iso8601"
  /** Writes an object as a string that contains its JSON. */
  readonly object?: "jsonText"
}

const rulesIf = (isInEffect: boolean, ...rules: ReadonlyArray<FieldRule>): ReadonlyArray<FieldRule> =>
  isInEffect ? rules : []

const absentIf = (isInEffect: boolean, field: FieldName, operation?: OperationName): ReadonlyArray<FieldRule> =>
  rulesIf(isInEffect, { field, none: "absent", ...(operation === undefined ? {} : { operation }) })

/** The rules of each quirk that shows in a body. */
const quirkRules: { readonly [Name in BodyQuirk]: (reading: Quirks[Name]) => ReadonlyArray<FieldRule> } = {
  roomsEnd: (reading) => absentIf(reading === "absent", "nextCursor", "listRooms"),
  roomsBeginning: (reading) => absentIf(reading === "absent", "prevCursor", "listRooms"),
  recordingsEnd: (reading) => absentIf(reading === "absent", "nextCursor", "listRecordings"),
  runningEndTime: (reading) => absentIf(reading === "absent", "endTime"),
  presentExitTime: (reading) => absentIf(reading === "absent", "exitTime"),
  liveJoinTime: (reading) => absentIf(reading === "absent", "joinTime"),
  createdAt: (reading) => rulesIf(reading === "iso8601", { field: "createdAt", time: "iso8601" }),
  sessionTimes: (reading) =>
    rulesIf(
      reading === "iso8601",
      { field: "startTime", time: "iso8601" },
      { field: "endTime", time: "iso8601" },
      { field: "joinTime", time: "iso8601" },
      { field: "exitTime", time: "iso8601" }
    ),
  metadata: (reading) => rulesIf(reading === "jsonText", { field: "metadata", object: "jsonText" })
}

const rulesOf = <Name extends BodyQuirk>(name: Name, quirks: Quirks): ReadonlyArray<FieldRule> =>
  quirkRules[name](quirks[name])

/** Writes a value as JSON. `undefined` leaves out the field. */
type Writer = (value: unknown) => string | undefined

const fieldsOf = (schema: Schema.Constraint): Schema.Struct.Fields | undefined =>
  // Only structs have fields.
  Predicate.hasProperty(schema, "fields") ? (schema.fields as Schema.Struct.Fields) : undefined

const itemOf = (schema: Schema.Constraint): Schema.Constraint | undefined =>
  Predicate.hasProperty(schema, "value") && Schema.isSchema(schema.value) ? schema.value : undefined

/** Whether the schema leaves a field out of the JSON if it has no value. */
const leavesOutNone = (key: string, field: Schema.Constraint): boolean => {
  const struct: Schema.Constraint = Schema.Struct({ [key]: field })
  // Codecs of the contract need no services.
  const encoded = Schema.encodeUnknownOption(struct as Schema.Codec<unknown>)({ [key]: Option.none() })
  return Option.isSome(encoded) && !Predicate.hasProperty(encoded.value, key)
}

type ObjectText = (value: object) => string

const fieldWriter = (rules: ReadonlyArray<FieldRule>, isLeftOut: boolean, objectText: ObjectText): Writer => {
  const none = isLeftOut || rules.some(({ none }) => none === "absent") ? undefined : "null"
  const isIso = rules.some(({ time }) => time === "iso8601")
  const isText = rules.some(({ object }) => object === "jsonText")
  const write = (value: unknown): string | undefined => {
    if (typeof value === "string") return JSON.stringify(value)
    if (typeof value !== "object" || value === null) return value === undefined ? undefined : String(value)
    if (Option.isOption(value)) return Option.isNone(value) ? none : write(value.value)
    if (DateTime.isDateTime(value)) {
      return isIso ? JSON.stringify(DateTime.formatIso(value)) : String(DateTime.toEpochMillis(value))
    }
    return isText ? JSON.stringify(objectText(value)) : objectText(value)
  }
  return write
}

/** Makes the writer of a struct or of an array of them. */
const writerOf = (
  schema: Schema.Constraint,
  rules: ReadonlyArray<FieldRule>,
  objectText: ObjectText
): Writer | undefined => {
  const itemSchema = itemOf(schema)
  if (itemSchema !== undefined) {
    const item = writerOf(itemSchema, rules, objectText)
    return item === undefined
      ? undefined
      : (value) => `[${Array.isArray(value) ? value.map((row) => item(row)).join() : ""}]`
  }
  const structFields = fieldsOf(schema)
  if (structFields === undefined) return undefined
  const fields = Object.entries(structFields).map(([key, field]) => {
    const write =
      writerOf(field, rules, objectText) ??
      fieldWriter(
        rules.filter((rule) => rule.field === key),
        leavesOutNone(key, field),
        objectText
      )
    return { key, prefix: `${JSON.stringify(key)}:`, write }
  })
  return (value) => {
    let text = ""
    for (const { key, prefix, write } of fields) {
      const written = write(Predicate.hasProperty(value, key) ? value[key] : undefined)
      if (written !== undefined) text += `${text === "" ? "" : ","}${prefix}${written}`
    }
    return `{${text}}`
  }
}

/** Writes the success of an operation as JSON text. */
export type Encode = (operation: OperationName, success: unknown) => string

/** Makes the encoder for one set of quirks. */
const makeEncode = (quirks: Quirks, objectText: ObjectText): Encode => {
  const rules = Record.keys(quirkRules).flatMap((name) => rulesOf(name, quirks))
  const writers = forEachOperation((operation) =>
    writerOf(
      operations[operation].success,
      rules.filter((rule) => rule.operation === undefined || rule.operation === operation),
      objectText
    )
  )
  return (operation, success) => writers[operation]?.(success) ?? JSON.stringify(success)
}

/** Makes the encoder of a world, whose quirks may change. */
export const makeWorldEncode = (): ((quirks: Quirks) => Encode) => {
  const texts = new WeakMap<object, string>()
  /** Metadata never changes and is most of a page, so its JSON is written once. */
  const objectText = (value: object) => {
    const known = texts.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(value)
    texts.set(value, text)
    return text
  }
  let latest: { readonly quirks: Quirks; readonly encode: Encode } | undefined
  return (quirks) => {
    if (latest?.quirks !== quirks) latest = { quirks, encode: makeEncode(quirks, objectText) }
    return latest.encode
  }
}
