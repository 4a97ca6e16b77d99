/**
 * The past of a world: plain data that you write by hand, build
 * (`Scenario.make(Scenario.room("Stand-up").session({ participants: ["Ada"] }))`), read from JSON, or generate.
 *
 * A time is absolute (`…At`: epoch milliseconds or ISO 8601 text, in UTC if it names no zone) or relative to the moment of seeding
 * (`…Ago`). A length is a `Duration.Input`, such as milliseconds or `"2 days"`, and is rounded to whole milliseconds.
 *
 * A world checks the whole scenario before it adds any of it, and fails with `InvalidScenario`, which names the problem: overlapping
 * sessions of a room, a session before the creation of its room, anything in the future, a session without a peer at some moment, a
 * peer that is in a session twice at once, metadata over 10 240 bytes, and so on.
 *
 * @module
 */
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { InvalidScenario } from "./InvalidScenario.ts"
import { officeRooms } from "./scenario/office.ts"
import type { RoomOptions } from "./scenario/options.ts"
import { RoomBuilder } from "./scenario/roomBuilder.ts"
import { type RoomScenario, Scenario } from "./scenario/schema.ts"
import { makeSeededRandom } from "./world/SeededRandom.ts"

export type {
  LiveSessionOptions,
  ParticipantOptions,
  RoomOptions,
  SessionOptions
} from "./scenario/options.ts"
export { RoomScenario, Scenario, SessionScenario, StayScenario } from "./scenario/schema.ts"

const decodeStrictly = Schema.decodeUnknownEffect(Scenario, { onExcessProperty: "error" })

/**
 * Reads a scenario from a JSON value, such as the content of a file. Unknown fields are refused, because a typo in an optional field
 * would otherwise go unnoticed.
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
 * Makes a scenario from rooms: builders or plain data.
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

/**
 * Makes a room with this title in its metadata, to which you add sessions and livestreams. It was created a minute before its
 * first session, or now without sessions, unless you set a time.
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

/** The size and the age of a generated office. Numbers that are too small are raised to the minimum. */
export interface OfficeOptions {
  /** Default: 40. */
  readonly rooms?: number
  /** About how many sessions there were, in all rooms. Default: 20 for each room, and at most 1 000 000. */
  readonly sessions?: number
  /** How many days it goes back. Default: 90. At least 7. */
  readonly days?: number
  /** How many rooms have participants now: the newest ones. Default: 2, or all rooms if there are fewer. */
  readonly live?: number
  /** How many people work there, each with their own peer id. Default: 2 for each room, and at least 12. */
  readonly people?: number
  /** The same seed gives the same office. Default: 1. */
  readonly seed?: string | number
}

const atLeast = (least: number, value: number) => (value > least ? Math.floor(value) : least)

/**
 * Generates the history of an office up to now: a quarter of its rooms were never used, most have a few sessions, and a few have
 * most of the sessions (Zipf's law). Most sessions are in office hours, Monday to Friday from 08:00 to 18:00 UTC, and last about
 * 15, 30 or 60 minutes. Their participants come from one staff, join late, leave early and come back. Titles and names are in many
 * scripts. Rooms are generated one at a time, so an office of any size takes no memory.
 *
 * The same options, seed and clock time generate the same office on every machine, and the past stays the same all day.
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
