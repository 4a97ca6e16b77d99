/**
 * How a service reads what the contract leaves open. A world can be told to read it in any of the ways that are seen or
 * plausible, so that a program is tested against all of them.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { listingFields } from "./internal/listingFields.ts"
import { makeSeededRandom } from "./internal/seededRandom.ts"

// The first reading of each is the one of a world that was told nothing.
const readings = {
  firstPage: [1, 0],
  roomsOrder: ["newestFirst", "oldestFirst"],
  roomsEnd: ["null", "absent", "zero", "current"],
  roomsBeginning: ["zero", "null", "absent"],
  roomsCount: ["total", "absent"],
  pageSize: ["rows", "capacity"],
  createdAt: ["epochMillis", "iso8601"],
  sessionTimes: ["epochMillis", "iso8601"],
  runningEndTime: ["null", "absent"],
  presentExitTime: ["null", "absent"],
  liveJoinTime: ["known", "null", "absent"],
  metadata: ["object", "jsonText"],
  metadataLimit: [10_240, 1_024],
  createdStatus: [201, 200],
  errorBody: ["message", "okFalse", "html", "empty"],
  idleRoom: ["notFound", "empty"],
  neverMet: ["empty", "notFound"],
  mostSessions: ["asked", 20, 7],
  sessionsSkip: ["asked", "given"],
  mostRecordings: ["asked", 20, 3],
  recordingsCursor: ["offset", "page", "opaque"],
  recordingsEnd: ["null", "absent", "zero", "current"],
  requestId: ["none", "x-request-id", "cf-ray"],
  retryAfter: ["seconds", "date", "millis", "absent"],
  pathPrefix: ["", "/gateway/rooms"]
} as const

const reading = <const Readings extends ReadonlyArray<string | number>>(values: Readings) => Schema.Literals(values)

/** One reading for each silence of the contract. What acts on bytes only is not seen through the door in memory. */
export const Quirks = Schema.Struct({
  /** The number of the first page of rooms. */
  firstPage: reading(readings.firstPage),
  /** Whether rooms are added at the head of the list, or at its tail. */
  roomsOrder: reading(readings.roomsOrder),
  /** The `nextCursor` of the last page of rooms; `current` is the page's own number. */
  roomsEnd: reading(readings.roomsEnd),
  /** The `prevCursor` of the first page of rooms. */
  roomsBeginning: reading(readings.roomsBeginning),
  /** Whether a page of rooms says how many there are in all. */
  roomsCount: reading(readings.roomsCount),
  /** Whether `pageSize` is how many rooms the page has, or how many it could have. */
  pageSize: reading(readings.pageSize),
  /** How the list of rooms writes `createdAt`. */
  createdAt: reading(readings.createdAt),
  /** How sessions and participants write their times. */
  sessionTimes: reading(readings.sessionTimes),
  /** The `endTime` of a session that runs. */
  runningEndTime: reading(readings.runningEndTime),
  /** The `exitTime` of a participant who is still there. */
  presentExitTime: reading(readings.presentExitTime),
  /** Whether the `joinTime` of live participants is told. */
  liveJoinTime: reading(readings.liveJoinTime),
  /** Metadata as an object, or as text that holds its JSON. */
  metadata: reading(readings.metadata),
  /** The most bytes of metadata that a room can have. More are refused with 413. */
  metadataLimit: reading(readings.metadataLimit),
  /** The status of a create. */
  createdStatus: reading(readings.createdStatus),
  /** The body of an error: `{ message }`, `{ ok: false, message }`, a page of HTML, or nothing. */
  errorBody: reading(readings.errorBody),
  /** Live participants of a room that nobody is in: 404, or an empty list. */
  idleRoom: reading(readings.idleRoom),
  /** Sessions of a room that never had one: an empty list, or 404. */
  neverMet: reading(readings.neverMet),
  /** The most sessions on a page, whatever `limit` asks for. */
  mostSessions: reading(readings.mostSessions),
  /** Whether a page of sessions skips `cursor` times the limit that was asked for, or the one that was given. */
  sessionsSkip: reading(readings.sessionsSkip),
  /** The most recordings on a page, whatever `limit` asks for. */
  mostRecordings: reading(readings.mostRecordings),
  /** What a cursor of recordings is: how many to skip, a page number from 1, or a number that means nothing to others. */
  recordingsCursor: reading(readings.recordingsCursor),
  /** The `nextCursor` of the last page of recordings; `current` is the page's own cursor. */
  recordingsEnd: reading(readings.recordingsEnd),
  /** The header that carries the id of a request. */
  requestId: reading(readings.requestId),
  /** How a wait is asked for: `retry-after` in seconds or as a date, `retry-after-ms`, or not at all. */
  retryAfter: reading(readings.retryAfter),
  /** What stands before `/api/v2/sdk` in the paths. It belongs into the base URL of a client. */
  pathPrefix: reading(readings.pathPrefix)
}).annotate({ identifier: "Quirks" })
export type Quirks = typeof Quirks.Type

/** The name of one thing that the contract leaves open. */
export type QuirkName = keyof Quirks

/** Some of the readings: what differs from others. */
export const SomeQuirks = Schema.Struct(Struct.map(Quirks.fields, Schema.optionalKey))
  .pipe(listingFields("quirk"))
  .annotate({ identifier: "SomeQuirks" })
export type SomeQuirks = typeof SomeQuirks.Type

const quirkNames = Object.keys(readings) as ReadonlyArray<QuirkName>

/** The first reading of each: what a world does that was told nothing. */
export const defaults: Quirks = Quirks.make(
  Object.fromEntries(quirkNames.map((name) => [name, readings[name][0]])) as Quirks
)

/** Quirks with a name for a test: what differs from the defaults. */
export interface NamedQuirks {
  readonly name: string
  readonly quirks: Quirks
}

const named = (differences: Partial<Quirks>): NamedQuirks => ({
  name: Object.entries(differences)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", "),
  quirks: { ...defaults, ...differences }
})

/** The defaults, and then every other reading on its own: one entry for each, to run a suite over. */
export const all: ReadonlyArray<NamedQuirks> = [
  { name: "defaults", quirks: defaults },
  ...quirkNames.flatMap((name) => readings[name].slice(1).map((value) => named({ [name]: value })))
]

/** Mixtures of readings, each drawn at random. The same seed (default: 1) gives the same ones. */
export const mixtures = (count: number, seed: string | number = 1): Effect.Effect<ReadonlyArray<NamedQuirks>> =>
  Effect.map(makeSeededRandom(seed), (random) =>
    Array.from({ length: count }, () =>
      named(
        Object.fromEntries(
          quirkNames.flatMap((name) => {
            const [usual, ...others] = readings[name]
            const value = [usual, ...others][random.below(1 + others.length)]
            return value === usual ? [] : [[name, value]]
          })
        )
      )
    )
  )
