/** The schemas of scenarios. */
import { PeerId } from "@effect-rooms/core/Identifier"
import { JsonMetadata } from "@effect-rooms/core/Metadata"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { listingFields } from "./listingFields.ts"
import { durationMillis, isLength, isTime } from "./times.ts"

const lengthExpected = 'a duration that is not negative, in milliseconds or as text such as "2 days"'

const LengthInput = Schema.declare(isLength, { expected: lengthExpected })

/** A length in JSON: milliseconds or text. Other lengths, such as a `Duration`, are encoded as milliseconds. */
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

/** One stay of a peer in a session. A peer that comes back has another one. */
export const StayScenario = Schema.Struct({
  /** The same peer in different sessions is one user. Default: a new peer. */
  peerId: Schema.optionalKey(PeerId),
  /** The metadata of the peer's access token, such as `{ displayName: "Ada" }`. At most 10 240 bytes as JSON. Default: none. */
  metadata: Schema.optionalKey(JsonMetadata),
  /** After the start of the session. Default: at its start. */
  joinedAfter: Schema.optionalKey(Length),
  /** How long the peer stayed. Default: until the session ended; in a running session, the peer is still there. */
  stayed: Schema.optionalKey(Length)
})
  .pipe(listingFields("field of a stay"))
  .annotate({ identifier: "StayScenario" })
export interface StayScenario extends Schema.Schema.Type<typeof StayScenario> {}

/** One use of a room, from the first join until the last peer has left. It needs either `startedAt` or `startedAgo`. */
export const SessionScenario = Schema.Struct({
  startedAt: Schema.optionalKey(Time),
  startedAgo: Schema.optionalKey(Length),
  /** How long it lasted: a peer stays to its end. Default: until the last peer has left; if none has, it is still running. */
  lasts: Schema.optionalKey(Length),
  /** At least one, in any order. One of them begins at the start, and until the end there is always a peer in the room. */
  stays: Schema.Array(StayScenario).check(Schema.isNonEmpty({ expected: "at least one stay" })),
  /** The sizes of its recordings, each made when the session ended, or now if it is still running. Default: none. */
  recordings: Schema.optionalKey(Schema.Array(Size))
})
  .pipe(listingFields("field of a session"))
  .annotate({ identifier: "SessionScenario" })
export interface SessionScenario extends Schema.Schema.Type<typeof SessionScenario> {}

/** A room and its past. */
export const RoomScenario = Schema.Struct({
  /** `createdAt` or `createdAgo`, not both. Default: a minute before its first session, or now if it has no session. */
  createdAt: Schema.optionalKey(Time),
  createdAgo: Schema.optionalKey(Length),
  /** At most 10 240 bytes as JSON. Default: none. */
  metadata: Schema.optionalKey(JsonMetadata),
  /** Locked after all its sessions have begun. Default: `false`. */
  locked: Schema.optionalKey(Schema.Boolean),
  /** In any order; they do not overlap. Default: none. */
  sessions: Schema.optionalKey(Schema.Array(SessionScenario)),
  /** The number of livestreams. Default: 0. */
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

/** The past of a world. */
export const Scenario = Schema.Struct({
  /**
   * An array, in any order. A large scenario can be another iterable, which isn't held in memory: it starts with the oldest room
   * and gives the same rooms every time, because it is read twice.
   */
  rooms: Rooms
})
  .pipe(listingFields("field of a scenario"))
  .annotate({ identifier: "Scenario" })
export interface Scenario extends Schema.Schema.Type<typeof Scenario> {}
