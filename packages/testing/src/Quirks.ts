/**
 * How a service behaves where the contract is silent. A world can take on any behavior that a deployed service has or could have,
 * so you can test a program against all of them.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { listingFields } from "./scenario/listingFields.ts"
import { makeSeededRandom } from "./world/SeededRandom.ts"

// The first reading of each quirk is its default.
const readings = {
  firstPage: [1, 0],
  roomsOrder: ["newestFirst", "oldestFirst"],
  roomsEnd: ["null", "absent", "zero", "current", "next"],
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
  sessionsPages: ["full", "short"],
  mostRecordings: ["asked", 20, 3],
  recordingsCursor: ["offset", "page", "opaque"],
  recordingsEnd: ["null", "absent", "zero", "current", "next"],
  requestId: ["none", "x-request-id", "cf-ray"],
  retryAfter: ["seconds", "date", "millis", "absent"],
  pathPrefix: ["", "/gateway/rooms"]
} as const

type Readings = typeof readings

/**
 * What each quirk changes: the answers that the world gives, the bodies in which successes are sent, whole responses, or paths.
 * A quirk without an entry doesn't compile, and a quirk that changes bodies or responses needs a rule there.
 */
const effects = {
  firstPage: "answers",
  roomsOrder: "answers",
  roomsEnd: "answers and bodies",
  roomsBeginning: "answers and bodies",
  roomsCount: "answers",
  pageSize: "answers",
  createdAt: "bodies",
  sessionTimes: "bodies",
  runningEndTime: "bodies",
  presentExitTime: "bodies",
  liveJoinTime: "answers and bodies",
  metadata: "bodies",
  metadataLimit: "answers",
  createdStatus: "responses",
  errorBody: "responses",
  idleRoom: "answers",
  neverMet: "answers",
  mostSessions: "answers",
  sessionsSkip: "answers",
  sessionsPages: "answers",
  mostRecordings: "answers",
  recordingsCursor: "answers",
  recordingsEnd: "answers and bodies",
  requestId: "responses",
  retryAfter: "responses",
  pathPrefix: "paths"
} as const satisfies {
  readonly [Name in keyof Readings]: "answers" | "answers and bodies" | "bodies" | "responses" | "paths"
}

/** The names of the quirks that change what `Effect` says. */
type QuirksThatChange<Effect extends string> = {
  readonly [Name in keyof Readings]: (typeof effects)[Name] extends Effect ? Name : never
}[keyof Readings]

/** The quirks that show in the body of a success. */
export type BodyQuirk = QuirksThatChange<"bodies" | "answers and bodies">
/** The quirks that show in a response as a whole. */
export type ResponseQuirk = QuirksThatChange<"responses">

const reading = <const Readings extends ReadonlyArray<string | number>>(values: Readings) => Schema.Literals(values)

/**
 * One reading for each thing the contract doesn't specify. Readings that only change the bytes on the wire make no difference to
 * a program that runs in memory. A walk emits every row under each of them.
 */
export const Quirks = Schema.Struct({
  /** The number of the first page of rooms. */
  firstPage: reading(readings.firstPage),
  /** The order of the list of rooms. New rooms appear at the head of the list if the newest come first, else at its tail. */
  roomsOrder: reading(readings.roomsOrder),
  /**
   * The `nextCursor` of the last page of rooms. `current` repeats the page's own number. `next` names another page, as every page
   * does then: the pages past the end are empty, and name a next one too.
   */
  roomsEnd: reading(readings.roomsEnd),
  /** The `prevCursor` of the first page of rooms. */
  roomsBeginning: reading(readings.roomsBeginning),
  /** Whether a page of rooms includes the total number of rooms. */
  roomsCount: reading(readings.roomsCount),
  /** Whether `pageSize` is the number of rooms on the page, or the most a page can have. */
  pageSize: reading(readings.pageSize),
  /** The format of `createdAt` in the list of rooms. */
  createdAt: reading(readings.createdAt),
  /** The format of times in sessions and participants. */
  sessionTimes: reading(readings.sessionTimes),
  /** The `endTime` of a session that is still running. */
  runningEndTime: reading(readings.runningEndTime),
  /** The `exitTime` of a participant who hasn't left yet. */
  presentExitTime: reading(readings.presentExitTime),
  /** Whether live participants have a `joinTime`. */
  liveJoinTime: reading(readings.liveJoinTime),
  /** Metadata as an object, or as a string that contains its JSON. */
  metadata: reading(readings.metadata),
  /** The largest metadata a room can have, in bytes. Larger metadata is refused with 413. */
  metadataLimit: reading(readings.metadataLimit),
  /** The status of a successful create. */
  createdStatus: reading(readings.createdStatus),
  /** The body of an error: `{ message }`, `{ ok: false, message }`, an HTML page, or nothing. */
  errorBody: reading(readings.errorBody),
  /** The live participants of a room without a live session: 404, or an empty list. */
  idleRoom: reading(readings.idleRoom),
  /** The sessions of a room that never had one: an empty list, or 404. */
  neverMet: reading(readings.neverMet),
  /** The most sessions on a page, whatever `limit` asks for. */
  mostSessions: reading(readings.mostSessions),
  /** Whether a page of sessions skips `cursor` times the requested limit, or `cursor` times the limit after the cap. */
  sessionsSkip: reading(readings.sessionsSkip),
  /**
   * Whether every page of sessions but the last is full. With `short`, a page with an odd cursor has at most half as many sessions
   * as it could (and at least one), although more follow.
   */
  sessionsPages: reading(readings.sessionsPages),
  /** The most recordings on a page, whatever `limit` asks for. */
  mostRecordings: reading(readings.mostRecordings),
  /** What a cursor of recordings is: the number of recordings to skip, a page number from 1, or an opaque number. */
  recordingsCursor: reading(readings.recordingsCursor),
  /**
   * The `nextCursor` of the last page of recordings. `current` repeats the page's own cursor. `next` names another page, as every
   * page does then: the pages past the end are empty, and name a next one too.
   */
  recordingsEnd: reading(readings.recordingsEnd),
  /** The response header that carries the request id. */
  requestId: reading(readings.requestId),
  /** How the service asks a client to wait: `retry-after` in seconds or as a date, `retry-after-ms`, or not at all. */
  retryAfter: reading(readings.retryAfter),
  /** The prefix before `/api/v2/sdk` in the paths. Put it in the base URL of a client. */
  pathPrefix: reading(readings.pathPrefix)
}).annotate({ identifier: "Quirks" })
export interface Quirks extends Schema.Schema.Type<typeof Quirks> {}

/** The name of a quirk. */
export type QuirkName = keyof Quirks

/** Some of the quirks: those that differ from the ones in use. */
export const SomeQuirks = Schema.Struct(Struct.map(Quirks.fields, Schema.optionalKey))
  .pipe(listingFields("quirk"))
  .annotate({ identifier: "SomeQuirks" })
export interface SomeQuirks extends Schema.Schema.Type<typeof SomeQuirks> {}

const quirkNames = Object.keys(readings) as ReadonlyArray<QuirkName>

/** The default quirks of a world: the first reading of each. */
export const defaults: Quirks = Quirks.make(
  Object.fromEntries(quirkNames.map((name) => [name, readings[name][0]])) as Quirks
)

/** Quirks with a name for a test, which lists what differs from the defaults. */
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

/** The defaults, followed by one entry for each other reading alone. Run a suite over them. */
export const all: ReadonlyArray<NamedQuirks> = [
  { name: "defaults", quirks: defaults },
  ...quirkNames.flatMap((name) => readings[name].slice(1).map((value) => named({ [name]: value })))
]

/** Random mixtures of readings. The same seed (default: 1) gives the same mixtures. */
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
