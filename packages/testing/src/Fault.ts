/**
 * Faults: error responses, delays and broken connections for chosen requests. They are data, so a test, a file and the emulator's
 * admin API write them the same way.
 *
 * A fault counts *requests*: each attempt of a client is one. In memory an operation is one request, which fails with the typed error
 * of a single attempt, without retries.
 *
 * @module
 */
import { type OperationName, operationNames } from "@effect-rooms/core/unstable"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { bodyProblem, driftProblem, headerProblem, windowProblem } from "./faults/faultProblems.ts"
import { listingFields } from "./scenario/listingFields.ts"

// A longer wait would end at a time that a date cannot represent.
const mostMillis = 1_000_000 * 86_400_000
const Millis = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: mostMillis }, { expected: "a duration from 0 to 1 000 000 days" })
)
const RowCount = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 10_000 }, { expected: "a number of rows from 0 to 10 000" })
)
const Name = Schema.Literals(operationNames)
const when = Schema.Literals(["beforeWork", "afterWork"])

/** Whether a fault applies before or after the service has done the work of the request. */
export type When = typeof when.Type

const action = <const Tag extends string, const Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, fields).pipe(listingFields(`field of ${tag}`))

/** The effect of a fault on a request. */
export const FaultAction = Schema.Union([
  /** Responds with this status. With `when: "afterWork"`, the service does the work of the request first. */
  action("Respond", {
    status: Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 })),
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String).check(Schema.makeFilter(headerProblem))),
    /** A string is sent as it is, any other value as JSON. Default: `{ message }` for errors, and nothing for other statuses. */
    body: Schema.optionalKey(Schema.Json),
    /** How long the client should wait. The quirk `retryAfter` decides how the response says it. */
    retryAfterMillis: Schema.optionalKey(Millis),
    when: Schema.optionalKey(when)
  }).check(Schema.makeFilter(bodyProblem)),
  /** Delays the response by `millis`, plus up to `jitterMillis` at random. */
  action("Delay", { millis: Millis, jitterMillis: Schema.optionalKey(Millis) }),
  /** Refuses the connection. Nothing is sent. */
  action("Refuse", {}),
  /** Breaks the connection before the first byte of the response. */
  action("Reset", { when }),
  /** Does the work and sends the headers of the response, but never its body. */
  action("Stall", {}),
  /** Does the work, and breaks the connection after `bytes` of the body. Default: after half of it. */
  action("Cut", { bytes: Schema.optionalKey(Schema.Natural) }),
  /** Does the work, and sends the body in pieces of `bytes`. */
  action("Drip", {
    bytes: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
    everyMillis: Millis
  }),
  /**
   * Changes the list before it is read. First, `removed` rows at the beginning of the list and `removedAtEnd` rows at its end are
   * deleted; then `added` rows are created. Only rooms can be deleted. New sessions have already ended, and don't affect a running
   * one. New recordings belong to the most recently recorded session; if nothing was ever recorded, no recording is added.
   */
  action("Drift", {
    added: Schema.optionalKey(RowCount),
    removed: Schema.optionalKey(RowCount),
    removedAtEnd: Schema.optionalKey(RowCount)
  })
]).annotate({
  expected: "an action with the _tag Respond, Delay, Refuse, Reset, Stall, Cut, Drip or Drift"
})
export type FaultAction = typeof FaultAction.Type

const FaultRule = {
  /** The operations it applies to. Default: all. */
  operations: Schema.optionalKey(Schema.NonEmptyArray(Name)),
  /**
   * The tenant it applies to: the index of its API key among the keys of the world. Default: all requests, even those with an unknown
   * key. It is an index rather than a key, because faults are listed and kept in files.
   */
  tenant: Schema.optionalKey(Schema.Natural),
  /** The number of matching requests to let through first. */
  after: Schema.optionalKey(Schema.Natural),
  /** After those, it applies to the first matching request and then to every `every`-th. Default: 1. */
  every: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  /** The number of requests it applies to. Default: no limit. */
  times: Schema.optionalKey(Schema.Natural),
  /** The probability that it applies to a request, from 0 to 1. Default: 1. */
  probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
  /** The seed of the random choices: `probability` and jitter. */
  seed: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
  /** The time from which it applies, in epoch milliseconds. */
  fromMillis: Schema.optionalKey(Schema.Int),
  /** The time from which it no longer applies, in epoch milliseconds. */
  untilMillis: Schema.optionalKey(Schema.Int)
}

/** A fault: what happens, and to which requests. */
export const Fault = Schema.Struct({ ...FaultRule, action: FaultAction })
  .pipe(listingFields("field of a fault"))
  .check(Schema.makeFilter(windowProblem), Schema.makeFilter(driftProblem))
  .annotate({ identifier: "Fault" })

/** A request, as the predicate of a fault sees it. */
export interface FaultRequest {
  readonly operation: OperationName
  /** The fields of the request that can be read. */
  readonly input: {
    readonly roomId?: string
    readonly sessionId?: string
    readonly cursor?: number
    readonly limit?: number
    readonly roomLocked?: boolean
    readonly metadata?: Schema.Json
  }
}

export interface Fault extends Schema.Schema.Type<typeof Fault> {
  /** Narrows down the matching requests. A predicate isn't data, so only a test in the same process can use one. */
  readonly matches?: (request: FaultRequest) => boolean
}

type Rule = Omit<Fault, "action">

type ListName = "listRooms" | "listSessions" | "listRecordings"

/** The changes that the list of an operation can have. */
type Change<Operation extends OperationName> = [Operation] extends ["listRooms"]
  ? { readonly added?: number; readonly removed?: number; readonly removedAtEnd?: number }
  : { readonly added: number }

/** Builds a fault: first the requests it applies to, then what happens to them. Immutable: every call returns a new builder. */
export interface FaultBuilder<out Operation extends OperationName> {
  /** Only requests of one tenant: the index of its API key among the keys of the world. */
  readonly tenant: (place: number) => FaultBuilder<Operation>
  /** Lets this many matching requests through first. */
  readonly after: (requests: number) => FaultBuilder<Operation>
  /** After those, applies to the first request and then to every n-th. */
  readonly every: (requests: number) => FaultBuilder<Operation>
  /** Applies to at most this many requests. */
  readonly times: (requests: number) => FaultBuilder<Operation>
  /** Applies with this probability, from 0 to 1. */
  readonly probability: (probability: number, seed?: string | number) => FaultBuilder<Operation>
  /** Only requests for which the predicate returns true. Several predicates must all return true. */
  readonly when: (predicate: (request: FaultRequest) => boolean) => FaultBuilder<Operation>
  /** Only requests in this time window. The end is exclusive. */
  readonly between: (from: DateTime.DateTime.Input, until: DateTime.DateTime.Input) => FaultBuilder<Operation>

  /** Responds with this status. The quirk `retryAfter` decides how a wait is sent. */
  readonly respond: (
    status: number,
    options?: {
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: Schema.Json
      readonly retryAfter?: Duration.Input
      readonly when?: When
    }
  ) => Fault
  /** Responds with an HTML page, as a gateway does. Default: 502. */
  readonly html: (status?: number) => Fault
  /** Does the work, and responds with JSON that breaks the contract. */
  readonly wrongShape: (body?: Schema.Json) => Fault
  /** Delays the response. */
  readonly delay: (duration: Duration.Input, options?: { readonly jitter?: Duration.Input }) => Fault
  /** Refuses the connection. */
  readonly refuse: () => Fault
  /** Breaks the connection, before or after the work is done. */
  readonly reset: (when: When) => Fault
  /** Sends the headers, but never the body. */
  readonly stall: () => Fault
  /** Breaks the connection after this many bytes of the body. Default: after half of it. */
  readonly cut: (bytes?: number) => Fault
  /** Sends the body slowly. */
  readonly drip: (options: { readonly bytes: number; readonly every: Duration.Input }) => Fault
  /**
   * Changes the list before it is read: deletes rooms at the beginning (`removed`) or the end (`removedAtEnd`) of the list, and then
   * creates new rows.
   */
  readonly drift: [Operation] extends [ListName] ? (change: Change<Operation>) => Fault : never
}

// An invalid duration or time becomes `NaN`, which the schema refuses when the fault is injected. `Duration` would turn `NaN` into
// zero.
const millis = (input: Duration.Input) =>
  Predicate.isNumber(input)
    ? input
    : Option.getOrElse(Option.map(Duration.fromInput(input), Duration.toMillis), () => Number.NaN)
const epochMillis = (input: DateTime.DateTime.Input) =>
  Option.getOrElse(Option.map(DateTime.make(input), DateTime.toEpochMillis), () => Number.NaN)

const optional = <const K extends string, A>(key: K, value: A | undefined): { readonly [_ in K]?: A } =>
  Object.fromEntries(value === undefined ? [] : [[key, value]]) as { readonly [_ in K]?: A }

const page = (status: number) =>
  `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`

const build = (rule: Rule): FaultBuilder<ListName> => {
  const also = (more: Rule) => build({ ...rule, ...more })
  const does = (action: FaultAction): Fault => ({ ...rule, action })
  return {
    tenant: (tenant) => also({ tenant }),
    after: (after) => also({ after }),
    every: (every) => also({ every }),
    times: (times) => also({ times }),
    probability: (probability, seed) => also({ probability, ...optional("seed", seed) }),
    when: (predicate) => {
      const { matches: before } = rule
      return also({ matches: before === undefined ? predicate : (request) => before(request) && predicate(request) })
    },
    between: (from, until) => also({ fromMillis: epochMillis(from), untilMillis: epochMillis(until) }),
    respond: (status, { body, headers, retryAfter, when } = {}) =>
      does({
        _tag: "Respond",
        status,
        ...optional("headers", headers),
        ...optional("body", body),
        ...optional("retryAfterMillis", retryAfter === undefined ? undefined : millis(retryAfter)),
        ...optional("when", when)
      }),
    html: (status = 502) =>
      does({ _tag: "Respond", status, headers: { "content-type": "text/html; charset=utf-8" }, body: page(status) }),
    wrongShape: (body = { unexpected: true }) => does({ _tag: "Respond", status: 200, body, when: "afterWork" }),
    delay: (duration, { jitter } = {}) =>
      does({
        _tag: "Delay",
        millis: millis(duration),
        ...optional("jitterMillis", jitter === undefined ? undefined : millis(jitter))
      }),
    refuse: () => does({ _tag: "Refuse" }),
    reset: (when) => does({ _tag: "Reset", when }),
    stall: () => does({ _tag: "Stall" }),
    cut: (bytes) => does({ _tag: "Cut", ...optional("bytes", bytes) }),
    drip: ({ bytes, every }) => does({ _tag: "Drip", bytes, everyMillis: millis(every) }),
    drift: (change) => does({ _tag: "Drift", ...change })
  }
}

/**
 * Starts a fault for these operations, or for all if you name none: first the requests it applies to, then what happens to them.
 *
 * @example
 * ```ts
 * import { fault, World } from "@effect-rooms/testing"
 *
 * const outage = World.use((world) =>
 *   world.inject(fault("listRooms").after(1).times(2).respond(503, { retryAfter: "2 seconds" }))
 * )
 * ```
 */
export const fault = <const Operation extends OperationName = OperationName>(
  ...operations: ReadonlyArray<Operation>
): FaultBuilder<Operation> => {
  const [first, ...others] = operations
  return build(first === undefined ? {} : { operations: [first, ...others] }) as FaultBuilder<Operation>
}

/** A fault that can never apply. It wasn't injected. */
export class InvalidFault extends Schema.TaggedError<InvalidFault>()("InvalidFault", {
  /** Such as `action.status`. */
  path: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `the fault cannot be injected: ${this.path === "" ? "" : `${this.path}: `}${this.problem}`
  }
}
