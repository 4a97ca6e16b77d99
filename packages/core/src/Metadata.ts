/**
 * Free-form metadata of rooms and participants.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { readBy, unread } from "./internal/wellFormed.ts"

/** The largest metadata that is sent, in bytes of its JSON text as UTF-8. The contract says 10 kB. */
export const metadataLimit = 10_240

/**
 * A key-value object. Well-known keys of a room are `title` (string), `hostWallets` and `hosts` (arrays), `roomType` and
 * `meetingLink` (strings); of a live participant, `displayName`. All of them are optional, and nothing else is promised.
 *
 * What came out of `JSON.parse` is JSON already, so decoding checks only that it is an object.
 */
export interface Metadata {
  readonly [key: string]: unknown
}

const isMetadata = (value: unknown): value is Metadata => Predicate.isObject(value)

const expected = "an object, null, or JSON text of an object"

const MetadataWire = Schema.Union([Schema.ObjectKeyword, Schema.String, Schema.Null]).annotate({
  identifier: "Metadata",
  expected
})

const MetadataObject = Schema.declare(isMetadata, {
  expected: "an object",
  // Only for generated metadata: the answers of the service are not checked again.
  toCodecArbitrary: () =>
    Schema.link<Metadata>()(JsonMetadata, {
      decode: SchemaGetter.passthroughSubtype(),
      encode: SchemaGetter.forbiddenEncoding
    })
})

const parseMetadata = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const metadataOf = (input: unknown): Option.Option<Metadata> | undefined => {
  const value = typeof input === "string" ? Option.getOrUndefined(parseMetadata(input)) : input
  if (value === null) return Option.none()
  return isMetadata(value) ? Option.some(value) : undefined
}

/**
 * Metadata in an answer: an object, `null`, or text that holds the JSON of an object (deployed services send all three).
 * `null` is `Option.none`, and encodes as `null`.
 */
export const OptionalMetadata = readBy(
  MetadataWire.pipe(
    Schema.decodeTo(Schema.Option(MetadataObject), {
      decode: SchemaGetter.transformEffect((input: object | string | null) => {
        const metadata = metadataOf(input)
        return metadata === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ expected }, input))
          : Effect.succeed(metadata)
      }),
      encode: SchemaGetter.transform((metadata: Option.Option<Metadata>) => Option.getOrNull(metadata))
    })
  ),
  (wire) => metadataOf(wire) ?? unread
)

/** The most objects and arrays inside each other, the metadata included: engines cannot write JSON of some thousands. */
export const metadataDepthLimit = 500

/** Level by level: recursion would fail at what this is to refuse. What is in two places is looked into once. */
const isWithinDepthLimit = (metadata: { readonly [key: string]: Schema.Json }): boolean => {
  let level = new Set<object>([metadata])
  for (let depth = 1; depth <= metadataDepthLimit; depth++) {
    level = new Set([...level].flatMap((value) => Object.values(value)).filter(Predicate.isObjectOrArray))
    if (level.size === 0) return true
  }
  return false
}

/** Metadata to be sent: an object whose values are JSON, so that what is stored is what was given. */
export const JsonMetadata = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter(
    (metadata) => isWithinDepthLimit(metadata) || `must not be nested more than ${metadataDepthLimit} levels deep`
  )
)
export type JsonMetadata = typeof JsonMetadata.Type

const encoder = new TextEncoder()

/** The size of metadata as the service counts it: bytes (not characters) of its JSON text in UTF-8. */
export const metadataBytes = (metadata: JsonMetadata): number => encoder.encode(JSON.stringify(metadata)).length
