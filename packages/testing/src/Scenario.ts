/**
 * What has happened in a world before a program meets it: plain data, that can be written by hand, built
 * (`Scenario.make(Scenario.room("Stand-up").session({ participants: ["Ada"] }))`), read from JSON, or generated.
 *
 * A time is absolute (`…At`: epoch milliseconds, or ISO 8601 text, in UTC where it names no zone) or so long before the
 * moment at which the scenario is made to happen (`…Ago`). A length is `Duration.Input`: milliseconds, or text such as
 * `"2 days"`; it is rounded to whole milliseconds.
 *
 * A world checks all of a scenario before it lets anything of it happen, and fails with `InvalidScenario`, which names
 * what is wrong: sessions of a room that overlap or are before its creation, anything in the future, a session that
 * nobody begins or that breaks off in the middle, a peer that is there twice, metadata over 10 240 bytes, and the like.
 *
 * @module
 */

import { PeerId } from "@effect-rooms/core/Identifier"
import { JsonMetadata } from "@effect-rooms/core/Metadata"
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { InvalidScenario } from "./InvalidScenario.ts"
import { listingFields } from "./scenario/listingFields.ts"
import { officeRooms } from "./scenario/office.ts"
import { RoomBuilder } from "./scenario/roomBuilder.ts"
import { durationMillis, isLength, isTime } from "./scenario/times.ts"
import { makeSeededRandom } from "./world/SeededRandom.ts"

const lengthExpected = 'a duration that is not negative, in milliseconds or as text such as "2 days"'

const LengthInput = Schema.declare(isLength, { expected: lengthExpected })

/** In JSON milliseconds or text. A length of another kind, such as a `Duration`, is written as milliseconds. */
const Length = Schema.Union([Schema.Finite, Schema.String]).pipe(
  Schema.annotate({ expected: lengthExpected }),
  Schema.decodeTo(LengthInput, {
    decode: SchemaGetter.transformEffect((input: number | string) =>
      isLength(input)
        ? Effect.succeed(input)
        : Effect.fail(new SchemaIssue.InvalidValue({ expected: lengthExpected }, input))
    ),
    encode: SchemaGetter.transform((input: Duration.Input) =>
      Predicate.isNumber(input) || Predicate.isString(input) ? input : durationMillis(input)
    )
  })
)

const timeExpected = "whole epoch milliseconds or an ISO 8601 date and time"

const Time = Schema.Union([Schema.Finite, Schema.String])
  .annotate({ expected: timeExpected })
  .check(Schema.makeFilter<number | string>(isTime, { expected: timeExpected }))

const Size = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a size of at least 0" }))

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "an integer of at least 0" }))

/** A peer's stay in a session. A peer that comes back has another one. */
export const StayScenario = Schema.Struct({
  /** The same peer in different sessions is one user. Default: a new one. */
  peerId: Schema.optionalKey(PeerId),
  /** What the peer's access token holds, such as `{ displayName: "Ada" }`. At most 10 240 bytes as JSON. Default: none. */
  metadata: Schema.optionalKey(JsonMetadata),
  /** After the start of the session. Default: at its start. */
  joinedAfter: Schema.optionalKey(Length),
  /** How long the peer stayed. Default: until the session ended, or where it still runs, the peer is still there. */
  stayed: Schema.optionalKey(Length)
})
  .pipe(listingFields("field of a stay"))
  .annotate({ identifier: "StayScenario" })
export interface StayScenario extends Schema.Schema.Type<typeof StayScenario> {}

/** One use of a room, from the first join until the last peer has left. One of `startedAt` and `startedAgo` is needed. */
export const SessionScenario = Schema.Struct({
  startedAt: Schema.optionalKey(Time),
  startedAgo: Schema.optionalKey(Length),
  /** How long it lasted: somebody stays to its end. Default: until the last peer has left; else it still runs. */
  lasts: Schema.optionalKey(Length),
  /** At least one, in any order. One of them joins at the start, and at every moment until the end somebody is there. */
  stays: Schema.Array(StayScenario).check(Schema.isNonEmpty({ expected: "at least one stay" })),
  /** The sizes of its recordings, each made when the session ended, or now where it still runs. Default: none. */
  recordings: Schema.optionalKey(Schema.Array(Size))
})
  .pipe(listingFields("field of a session"))
  .annotate({ identifier: "SessionScenario" })
export interface SessionScenario extends Schema.Schema.Type<typeof SessionScenario> {}

/** A room, with what has happened in it. */
export const RoomScenario = Schema.Struct({
  /** `createdAt` or `createdAgo`, not both. Default: a minute before its first session; now, where it has none. */
  createdAt: Schema.optionalKey(Time),
  createdAgo: Schema.optionalKey(Length),
  /** At most 10 240 bytes as JSON. Default: none. */
  metadata: Schema.optionalKey(JsonMetadata),
  /** Locked after all its sessions have begun. Default: `false`. */
  locked: Schema.optionalKey(Schema.Boolean),
  /** In any order; they do not overlap. Default: none. */
  sessions: Schema.optionalKey(Schema.Array(SessionScenario)),
  /** How many. Default: 0. */
  livestreams: Schema.optionalKey(Count)
})
  .pipe(listingFields("field of a room"))
  .annotate({ identifier: "RoomScenario" })
export interface RoomScenario extends Schema.Schema.Type<typeof RoomScenario> {}

const Rooms = Schema.Array(RoomScenario).pipe(
  Schema.decodeTo(
    Schema.declare((input): input is Iterable<RoomScenario> => Predicate.isIterable(input), {
      expected: "an iterable"
    }),
    {
      decode: SchemaGetter.transform((rooms: ReadonlyArray<RoomScenario>): Iterable<RoomScenario> => rooms),
      encode: SchemaGetter.transform((rooms: Iterable<RoomScenario>): ReadonlyArray<RoomScenario> => Array.from(rooms))
    }
  )
)

/** What has happened in a world before a test begins. */
export const Scenario = Schema.Struct({
  /**
   * An array, in any order. Or, so that a large scenario need not be in memory, another iterable: oldest room first, and
   * with the same rooms each time it is gone through, as it is twice.
   */
  rooms: Rooms
})
  .pipe(listingFields("field of a scenario"))
  .annotate({ identifier: "Scenario" })
export interface Scenario extends Schema.Schema.Type<typeof Scenario> {}

const decodeStrictly = Schema.decodeUnknownEffect(Scenario, { onExcessProperty: "error" })

/**
 * Reads a scenario from a JSON value, such as a file's. A field that is not known is refused, because a typing error in an
 * optional one would go unnoticed.
 *
 * @example
 * ```ts
 * import { Scenario } from "@effect-rooms/testing"
 *
 * const read = (json: string) => Scenario.decodeUnknown(JSON.parse(json))
 * ```
 */
export const decodeUnknown = (input: unknown): Effect.Effect<Scenario, InvalidScenario> =>
  Effect.mapError(decodeStrictly(input), (error) => new InvalidScenario(fromSchemaError(error)))

/**
 * Makes a scenario of rooms, built or as data.
 *
 * @example
 * ```ts
 * import { Scenario } from "@effect-rooms/testing"
 *
 * const scenario = Scenario.make(
 *   Scenario.room("Stand-up").session({ ago: "1 day", lasts: "15 minutes", participants: ["Ada", "Grace"] }),
 *   Scenario.room("Never used"),
 *   { locked: true }
 * )
 * ```
 */
export const make = (...rooms: ReadonlyArray<RoomBuilder | RoomScenario>): Scenario => ({
  rooms: rooms.map((room) => (room instanceof RoomBuilder ? room.scenario : room))
})

export type { RoomBuilder }

/** When a room was created, and what it is like. */
export type RoomOptions = Pick<RoomScenario, "createdAt" | "createdAgo" | "metadata" | "locked">

/** Somebody who takes part: a name, or more than that. */
export type ParticipantOptions =
  | string
  | {
      /** In the metadata as `displayName`. */
      readonly name: string
      /** Default: `peer_` and the name, so that the same name is the same user in every session. */
      readonly peerId?: PeerId
      /** Besides the name. */
      readonly metadata?: JsonMetadata
      /** After the start of the session. Default: at its start. */
      readonly joinsAfter?: Duration.Input
      /** How long. Default: until the session ends, or still, where it runs. */
      readonly stays?: Duration.Input
    }

/** A session that still runs. */
export interface LiveSessionOptions {
  /** When it began: `at` or `ago`, not both. Default: 5 minutes ago. */
  readonly at?: number | string
  readonly ago?: Duration.Input
  /** At least one. Somebody who comes back is named again, with `joinsAfter`. */
  readonly participants: ReadonlyArray<ParticipantOptions>
  /** The sizes of its recordings. Default: none. */
  readonly recordings?: ReadonlyArray<number>
}

/** A session that has ended. */
export interface SessionOptions extends LiveSessionOptions {
  /** When it began: `at` or `ago`, not both. Default: an hour ago. */
  readonly at?: number | string
  readonly ago?: Duration.Input
  /** Default: 30 minutes. */
  readonly lasts?: Duration.Input
}

/**
 * Makes a room with this title in its metadata, to which you add sessions and livestreams. It was created a minute before its
 * first session, or now if it has none, unless you say when.
 *
 * @example
 * ```ts
 * import { Scenario } from "@effect-rooms/testing"
 *
 * const standUp = Scenario.room("Stand-up", { createdAgo: "30 days" })
 *   .session({ ago: "1 day", participants: ["Ada", { name: "Grace", joinsAfter: "5 minutes" }] })
 *   .live({ participants: ["Ada"] })
 * ```
 */
export const room = (title: string, { metadata, ...options }: RoomOptions = {}): RoomBuilder =>
  new RoomBuilder({ ...options, metadata: { title, ...metadata } })

/** How large a generated office is, and how old. Of what is less than the least, the least is made. */
export interface OfficeOptions {
  /** Default: 40. */
  readonly rooms?: number
  /** How many sessions there were, about, in all rooms. Default: 20 for each room, and at most 1 000 000. */
  readonly sessions?: number
  /** How many days it goes back. Default: 90. At least 7. */
  readonly days?: number
  /** How many rooms have somebody in them now: the newest ones. Default: 2, or as many as there are rooms. */
  readonly live?: number
  /** How many people work there, each with a peer id of its own. Default: 2 for each room, and at least 12. */
  readonly people?: number
  /** The same seed gives the same office. Default: 1. */
  readonly seed?: string | number
}

const atLeast = (least: number, value: number) => (value > least ? Math.floor(value) : least)

/**
 * The rooms of an office up to now: a quarter was never used, most have a few sessions, and a few have most of them
 * (Zipf's law). Sessions are in office hours, Monday to Friday from 08:00 to 18:00 UTC, but for a few, and of about 15, 30
 * or 60 minutes; their participants come from one staff, and come late, leave early and come back. Titles and names are in
 * many scripts. Rooms are made as they are gone through, so that an office of any size takes no memory.
 *
 * The same options, seed and time of the clock give the same office on every machine, and all day the same past.
 *
 * @example
 * ```ts
 * import { FakeRooms, Scenario } from "@effect-rooms/testing"
 *
 * const layer = FakeRooms.layer({ scenario: Scenario.office({ rooms: 1_000, sessions: 20_000, seed: 7 }) })
 * ```
 */
export const office = (options: OfficeOptions = {}): Effect.Effect<Scenario> => {
  const rooms = atLeast(0, options.rooms ?? 40)
  const size = {
    rooms,
    sessions: atLeast(0, options.sessions ?? Math.min(rooms * 20, 1_000_000)),
    days: atLeast(7, options.days ?? 90),
    live: Math.min(atLeast(0, options.live ?? 2), rooms),
    people: atLeast(1, options.people ?? Math.max(12, rooms * 2))
  }
  return Effect.map(
    Effect.all([makeSeededRandom(options.seed ?? 1), Clock.currentTimeMillis]),
    ([random, now]): Scenario => ({ rooms: officeRooms(size, random, now) })
  )
}
