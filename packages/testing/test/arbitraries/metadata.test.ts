import { assert, describe, it } from "@effect/vitest"
import { type JsonMetadata, JsonMetadata as JsonMetadataSchema, metadataBytes } from "@effect-rooms/core/Metadata"
import type * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Arbitraries from "../../src/Arbitraries.ts"
import { assertOccur, sample, smallest } from "../fixtures/sampled.ts"

const depth = (value: unknown): number =>
  Predicate.isObjectOrArray(value) ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0

const numbers = (value: unknown): ReadonlyArray<number> =>
  Predicate.isObjectOrArray(value) ? Object.values(value).flatMap(numbers) : Predicate.isNumber(value) ? [value] : []

/** Whether a nested value of the metadata and its direct parent match the predicates. */
const inside =
  (is: (outer: unknown, inner: unknown) => boolean) =>
  (metadata: unknown): boolean =>
    Predicate.isObjectOrArray(metadata) &&
    Object.values(metadata).some(
      (outer) =>
        inside(is)(outer) ||
        (Predicate.isObjectOrArray(outer) && Object.values(outer).some((inner) => is(outer, inner)))
    )

const has = (key: string) => (metadata: JsonMetadata) => Object.hasOwn(metadata, key)

const keys = (is: (key: string) => boolean) => (metadata: JsonMetadata) => Object.keys(metadata).some(is)

const kinds: ReadonlyArray<
  readonly [name: string, arbitrary: Arbitrary.Arbitrary<JsonMetadata>, wellKnown: ReadonlyArray<string>]
> = [
  ["roomMetadata", Arbitraries.roomMetadata, ["title", "hostWallets", "hosts", "roomType", "meetingLink"]],
  ["peerMetadata", Arbitraries.peerMetadata, ["displayName", "walletAddress"]]
]

describe.each(kinds)("%s", (_, arbitrary, wellKnown) => {
  const metadata = sample(arbitrary, { count: 2000 })

  it.effect("has some, all or none of the well-known keys", () =>
    Effect.gen(function* () {
      assertOccur(yield* metadata, {
        ...Object.fromEntries(wellKnown.map((key) => [key, has(key)])),
        "all of them": (metadata) => wellKnown.every((key) => has(key)(metadata)),
        "no key at all": (metadata) => Object.keys(metadata).length === 0,
        "other keys only": (metadata) =>
          Object.keys(metadata).length > 0 && !wellKnown.some((key) => has(key)(metadata)),
        "additional keys": (metadata) =>
          wellKnown.some((key) => has(key)(metadata)) && Object.keys(metadata).some((key) => !wellKnown.includes(key))
      })
    })
  )

  it.effect("has odd keys and nested values", () =>
    Effect.gen(function* () {
      assertOccur(yield* metadata, {
        "an empty key": keys((key) => key === ""),
        "a key that every object seems to have": keys((key) => key === "constructor"),
        "a key that sets the prototype": keys((key) => key === "__proto__"),
        "a non-ASCII key": keys((key) => /[^\0-\x7f]/.test(key)),
        "nothing nested": (metadata) => Object.keys(metadata).length > 0 && depth(metadata) === 1,
        "something deep inside": (metadata) => depth(metadata) === 4,
        "an object in an object": inside((outer, inner) => Predicate.isObject(outer) && Predicate.isObject(inner)),
        "an array in an array": inside((outer, inner) => Array.isArray(outer) && Array.isArray(inner)),
        null: (metadata) => Object.values(metadata).includes(null),
        "a whole number": (metadata) =>
          numbers(metadata).some((number) => number > 2 && number < 1000 && number % 1 === 0),
        "a fraction": (metadata) => numbers(metadata).some((number) => number % 1 !== 0),
        "a number that is written with an exponent": (metadata) => numbers(metadata).includes(1e21)
      })
    })
  )

  it.effect("can be sent: it is at most 10 240 bytes of JSON, and survives a round trip", () =>
    Effect.gen(function* () {
      for (const one of yield* sample(arbitrary, { size: 500 })) {
        assert.isTrue(Schema.is(JsonMetadataSchema)(one))
        assert.isAtMost(metadataBytes(one), 10_240)
        assert.deepStrictEqual(JSON.parse(JSON.stringify(one)), one)
      }
    })
  )

  it.effect("shrinks to an empty object, or to the key that matters", () =>
    Effect.gen(function* () {
      for (const one of yield* smallest(arbitrary, () => false)) assert.deepStrictEqual(one, {})
      const [key = ""] = wellKnown
      for (const one of yield* smallest(arbitrary, (metadata) => !has(key)(metadata))) {
        assert.deepStrictEqual(one, { [key]: "" })
      }
    })
  )
})

describe("the metadata of a room", () => {
  it.effect("has the contract's types for the well-known keys", () =>
    Effect.gen(function* () {
      const metadata = yield* sample(Arbitraries.roomMetadata)
      const texts = (value: unknown) => Array.isArray(value) && value.every(Predicate.isString)
      for (const { hostWallets = [], hosts = [], meetingLink = "", roomType = "", title = "" } of metadata) {
        assert.isTrue(Predicate.isString(title) && Predicate.isString(roomType) && Predicate.isString(meetingLink))
        assert.isTrue(texts(hostWallets) && texts(hosts))
      }
      assertOccur(metadata, {
        "no wallet": ({ hostWallets }) => Array.isArray(hostWallets) && hostWallets.length === 0,
        "several wallets": ({ hostWallets }) => Array.isArray(hostWallets) && hostWallets.length > 1,
        "an empty title": ({ title }) => title === ""
      })
    })
  )
})

describe("metadataNearLimit", () => {
  const bytes = (count: number) => (metadata: JsonMetadata) => metadataBytes(metadata) === count

  const text = (metadata: JsonMetadata) => JSON.stringify(metadata)

  it.effect("is within 8 bytes of 10 240 bytes, on both sides and exactly", () =>
    Effect.gen(function* () {
      const metadata = yield* sample(Arbitraries.metadataNearLimit())
      assertOccur(
        metadata,
        Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`${10_232 + index} bytes`, bytes(10_232 + index)]))
      )
      assert.deepStrictEqual(
        metadata.map(metadataBytes).filter((size) => Math.abs(size - 10_240) > 8),
        []
      )
      const often = metadata.filter((one) => Math.abs(metadataBytes(one) - 10_240) <= 1)
      assert.isAbove(often.length, metadata.length / 3)
    })
  )

  it.effect("is on both sides with ASCII, multi-byte and escaped characters", () =>
    Effect.gen(function* () {
      const isAscii = (metadata: JsonMetadata) => /^[\0-\x7f]*$/.test(text(metadata))
      const kinds: Record<string, (metadata: JsonMetadata) => boolean> = {
        ascii: (metadata) => isAscii(metadata) && !text(metadata).includes("\\"),
        "two bytes": (metadata) => text(metadata).includes("éé"),
        "three bytes": (metadata) => text(metadata).includes("€€"),
        "four bytes": (metadata) => text(metadata).includes("😀😀"),
        "joined emoji": (metadata) => text(metadata).includes("👩‍👩‍👧‍👦"),
        "escaped by a backslash": (metadata) => text(metadata).includes('\\"\\"'),
        "escaped by its number": (metadata) => text(metadata).includes("\\u0000"),
        "in the title": ({ title }) => Predicate.isString(title) && title.length > 300,
        "in a list": ({ hostWallets }) => Array.isArray(hostWallets),
        "deep inside": (metadata) => depth(metadata) === 5,
        "in a key": keys((key) => key.length > 300)
      }
      assertOccur(
        yield* sample(Arbitraries.metadataNearLimit(), { count: 1000 }),
        Object.fromEntries(
          Object.entries(kinds).flatMap(([kind, isKind]) => [
            [`${kind}, within`, (one: JsonMetadata) => isKind(one) && metadataBytes(one) <= 10_240],
            [`${kind}, above`, (one: JsonMetadata) => isKind(one) && metadataBytes(one) > 10_240]
          ])
        )
      )
    })
  )

  it.effect("is within the given distance of the given limit", () =>
    Effect.gen(function* () {
      const sizes = (yield* sample(Arbitraries.metadataNearLimit({ limit: 1024, within: 1 }))).map(metadataBytes)
      assert.deepStrictEqual([...new Set(sizes)].toSorted(), [1023, 1024, 1025])
    })
  )

  it.effect("shrinks to a plain title at the limit, or a byte above it", () =>
    Effect.gen(function* () {
      const arbitrary = Arbitraries.metadataNearLimit()
      const title = (length: number) => ({ title: "a".repeat(length - 12) })
      for (const one of yield* smallest(arbitrary, () => false)) assert.deepStrictEqual(one, title(10_240))
      const isSent = (metadata: JsonMetadata) => metadataBytes(metadata) <= 10_240
      for (const one of yield* smallest(arbitrary, isSent)) assert.deepStrictEqual(one, title(10_241))
    })
  )
})
