/**
 * Metadata: the well-known keys, keys and values that nobody promised, and metadata of an exact size.
 */
import { type JsonMetadata, metadataBytes, metadataLimit } from "@effect-rooms/core/Metadata"
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { boolean, element, integer, oneOf, optional } from "./choice.ts"
import { shortText, tinyText } from "./text.ts"

const numbers = oneOf<number>(integer(-1000, 1000), element(0, 0.1, -1.5, 1e21, 2 ** 53, 5e-324))

/** Together with the longest well-known values, what is nested has less than 10 240 bytes. */
const few = { maxLength: 2 }

const entries = (value: Arbitrary.Arbitrary<Schema.Json>): Arbitrary.Arbitrary<JsonMetadata> =>
  Arbitrary.map(Arbitrary.array(Arbitrary.all([tinyText, value]), few), Object.fromEntries)

const orNested = (value: Arbitrary.Arbitrary<Schema.Json>): Arbitrary.Arbitrary<Schema.Json> =>
  oneOf<Schema.Json>(value, Arbitrary.array(value, few), entries(value))

const leaf = oneOf<Schema.Json>(tinyText, numbers, boolean, Arbitrary.Constant(null))

/** Anything that JSON can say, under keys that can be anything. */
const free = entries(orNested(orNested(orNested(leaf))))

const texts = Arbitrary.array(shortText, { maxLength: 3 })

const withoutAbsent = (fields: { readonly [key: string]: Option.Option<Schema.Json> }): JsonMetadata =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (Option.isSome(value) ? [[key, value.value]] : []))
  )

/** Well-known keys, each of them or not, with the types that they are said to have. */
const wellKnown = (keys: { readonly [key: string]: Arbitrary.Arbitrary<Schema.Json> }) =>
  Arbitrary.map(
    Arbitrary.all(Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, optional(value)] as const))),
    withoutAbsent
  )

const some = (keys: { readonly [key: string]: Arbitrary.Arbitrary<Schema.Json> }) => {
  const known = wellKnown(keys)
  const both = Arbitrary.map(Arbitrary.all([free, known]), ([free, known]): JsonMetadata => ({ ...free, ...known }))
  return oneOf(known, both, Arbitrary.Constant<JsonMetadata>({}))
}

/**
 * Metadata of a room, at most 10 240 bytes: empty, with some of the well-known keys (`title`, `hostWallets`, `hosts`,
 * `roomType`, `meetingLink`), or with any keys and nested values besides.
 */
export const roomMetadata: Arbitrary.Arbitrary<JsonMetadata> = some({
  title: shortText,
  hostWallets: texts,
  hosts: texts,
  roomType: element("audio", "video"),
  meetingLink: Arbitrary.map(shortText, (path) => `https://meet.invalid/${encodeURIComponent(path)}`)
})

/** Metadata of a participant: as that of a room, with the well-known keys `displayName` and `walletAddress`. */
export const peerMetadata: Arbitrary.Arbitrary<JsonMetadata> = some({
  displayName: shortText,
  walletAddress: shortText
})

type Place = (text: string) => JsonMetadata

/** The place of the text that brings metadata to its intended size. */
const place = oneOf<Place>(
  Arbitrary.Constant<Place>((title) => ({ title })),
  Arbitrary.Constant<Place>((host) => ({ title: "Stand-up", hostWallets: ["0x1", host] })),
  Arbitrary.Constant<Place>((deep) => ({ custom: [{ nested: { deep: [deep] } }] })),
  Arbitrary.Constant<Place>((key) => ({ [key]: true }))
)

/** Characters of one to four bytes, some that JSON escapes, and one that is seven code points. */
const unit = element("a", "é", "€", "😀", '"', "\n", "\0", "👩‍👩‍👧‍👦")

const bytesOf = (text: string) => metadataBytes({ "": text }) - metadataBytes({ "": "" })

const fill = (place: Place, unit: string, bytes: number): JsonMetadata => {
  const left = Math.max(0, bytes - metadataBytes(place("")))
  const count = Math.floor(left / bytesOf(unit))
  return place("a".repeat(left - count * bytesOf(unit)) + unit.repeat(count))
}

/** How metadata is near a limit. */
export interface NearLimitOptions {
  /** Bytes of UTF-8 JSON. Default: 10 240, which is the largest metadata that is sent. */
  readonly limit?: number
  /** How far from the limit at most, in bytes. Default: 8. */
  readonly within?: number
}

/**
 * Metadata whose JSON is just under, exactly at or just above a limit in bytes, in ASCII, in characters of several bytes
 * and in characters that JSON escapes, with the bulk of it in a title, in a list, deep inside or in a key. Shrinks to a
 * title in ASCII that is exactly at the limit.
 */
export const metadataNearLimit = ({
  limit = metadataLimit,
  within = 8
}: NearLimitOptions = {}): Arbitrary.Arbitrary<JsonMetadata> => {
  const distance = oneOf<number>(element(0, 1, -1), integer(-within, within))
  return Arbitrary.map(Arbitrary.all({ distance, place, unit }), ({ distance, place, unit }) =>
    fill(place, unit, limit + distance)
  )
}
