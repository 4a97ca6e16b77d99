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
import { notHandled, withFastPath } from "./wire/fastDecoder.ts"

/** The largest metadata that can be sent, in bytes of its JSON text as UTF-8. The contract says 10 kB. */
export const metadataLimit = 10_240

/**
 * The metadata of a room or a participant, as the service returns it: any JSON object. The contract promises no key, so every
 * value is `unknown`: check it before you use it. `titleOf` and `nameOf` do that for the two that most programs show.
 *
 * Decoding checks only that it is an object, because the values of `JSON.parse` are JSON already.
 */
export interface Metadata {
  /** The title of a room, usually a string. `titleOf` reads it. */
  readonly title?: unknown
  /** The wallets of a room's hosts, usually an array of strings. */
  readonly hostWallets?: unknown
  /** The hosts of a room, usually an array. */
  readonly hosts?: unknown
  /** The type of a room, usually a string. */
  readonly roomType?: unknown
  /** The link to join a room, usually a string. */
  readonly meetingLink?: unknown
  /** The name of a participant, usually a string. `nameOf` reads it. */
  readonly displayName?: unknown
  readonly [key: string]: unknown
}

/** Anything that may have metadata: a room, the details of a room, a participant. */
export interface WithMetadata {
  readonly metadata: Option.Option<Metadata>
}

const textAt = (key: "title" | "displayName") => {
  const read = (metadata: Metadata) => Option.liftPredicate(metadata[key], Predicate.isString)
  return (row: WithMetadata): Option.Option<string> => Option.flatMap(row.metadata, read)
}

/**
 * Returns the title of a room: `metadata.title` if it is a string, even an empty one.
 *
 * @example
 * ```ts
 * import { Rooms, titleOf } from "@effect-rooms/core"
 * import { Option, Stream } from "effect"
 *
 * const titles = Rooms.useSync((rooms) => rooms.stream()).pipe(
 *   Stream.unwrap,
 *   Stream.map((room) => Option.getOrElse(titleOf(room), () => room.roomId))
 * )
 * ```
 */
export const titleOf: (room: WithMetadata) => Option.Option<string> = textAt("title")

/**
 * Returns the name of a participant, past or present: `metadata.displayName` if it is a string, even an empty one.
 *
 * @example
 * ```ts
 * import { LiveRooms, nameOf, type RoomId } from "@effect-rooms/core"
 * import { Effect, Option } from "effect"
 *
 * const namesIn = (roomId: RoomId) =>
 *   LiveRooms.use((live) => live.participants(roomId)).pipe(
 *     Effect.map(({ participants }) => participants.map((peer) => Option.getOrElse(nameOf(peer), () => "(no name)")))
 *   )
 * ```
 */
export const nameOf: (participant: WithMetadata) => Option.Option<string> = textAt("displayName")

const isMetadata = (value: unknown): value is Metadata => Predicate.isObject(value)

const expected = "an object, null, or JSON text of an object"

const MetadataWire = Schema.Union([Schema.ObjectKeyword, Schema.String, Schema.Null]).annotate({
  identifier: "Metadata",
  expected
})

const MetadataObject = Schema.declare(isMetadata, {
  expected: "an object",
  // Only for generated metadata: responses are not checked again.
  toCodecArbitrary: () =>
    Schema.link<Metadata>()(JsonMetadata, {
      decode: SchemaGetter.passthroughSubtype(),
      encode: SchemaGetter.forbiddenEncoding
    })
})

const parseMetadata = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const metadataOf = (input: unknown): Option.Option<Metadata> | undefined => {
  // mutant: `typeof input === "string" ? Option.getOrUndefined(parseMetadata(input)) : input` -> `input`
  const value = typeof input === "string" ? Option.getOrUndefined(parseMetadata(input)) : input
  if (value === null) return Option.none()
  return isMetadata(value) ? Option.some(value) : undefined
}

/**
 * Metadata in a response: an object, `null`, or text that is the JSON of an object (deployed services send all three).
 * `null` is `Option.none`, and encodes as `null`.
 */
export const OptionalMetadata = withFastPath(
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
  (wire) => metadataOf(wire) ?? notHandled
)

/** The deepest nesting of objects and arrays, the metadata included. Engines can't write JSON that is thousands of levels deep. */
export const metadataDepthLimit = 500

/** Level by level, because recursion would overflow the stack. A value in two places is checked once. */
const isWithinDepthLimit = (metadata: { readonly [key: string]: Schema.Json }): boolean => {
  let level = new Set<object>([metadata])
  for (let depth = 1; depth <= metadataDepthLimit; depth++) {
    level = new Set([...level].flatMap((value) => Object.values(value)).filter(Predicate.isObjectOrArray))
    if (level.size === 0) return true
  }
  return false
}

/** Metadata to send: an object whose values are JSON, so the service stores exactly the given values. */
export const JsonMetadata = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter(
    (metadata) => isWithinDepthLimit(metadata) || `must not be nested more than ${metadataDepthLimit} levels deep`
  )
)
export interface JsonMetadata extends Schema.Schema.Type<typeof JsonMetadata> {}

/** The well-known keys of a room's metadata, as services and their clients expect them. */
export interface KnownRoomMetadata {
  /** The name of the room for people. `titleOf` reads it, and `Rooms.findByTitle` looks for it. */
  readonly title?: string
  /** The wallet addresses of the hosts. */
  readonly hostWallets?: ReadonlyArray<string>
  /** The hosts. */
  readonly hosts?: ReadonlyArray<Schema.Json>
  /** The type of the room. */
  readonly roomType?: string
  /** The link to join the room. */
  readonly meetingLink?: string
}

/** The metadata of a new room: any JSON object. The first form lets editors complete the well-known keys. */
export type RoomMetadataInput = (JsonMetadata & KnownRoomMetadata) | JsonMetadata

const encoder = new TextEncoder()

/** Returns the size of metadata as the service counts it: bytes (not characters) of its JSON text in UTF-8. */
export const metadataBytes = (metadata: JsonMetadata): number => encoder.encode(JSON.stringify(metadata)).length
