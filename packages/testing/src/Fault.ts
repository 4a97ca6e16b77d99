/**
 * Faults: what a request meets instead of a good answer, or before one. They are data, so that a test, a file and the
 * emulator's admin API say them alike.
 *
 * A fault counts *requests*: each attempt of a client is one. Through the door in memory an operation is one request, which
 * fails with the typed error that the transport would give for it, without retries.
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

// A longer wait would be over at no time that can be written.
const mostMillis = 1_000_000 * 86_400_000
const Millis = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: mostMillis }, { expected: "a duration from 0 to 1 000 000 days" })
)
const RowCount = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 10_000 }, { expected: "a number of rows from 0 to 10 000" })
)
const Name = Schema.Literals(operationNames)
const when = Schema.Literals(["beforeWork", "afterWork"])

/** A fault tells whether the request had its effect: a room was made or not. */
export type When = typeof when.Type

const action = <const Tag extends string, const Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, fields).pipe(listingFields(`field of ${tag}`))

/** What happens to a request. */
export const FaultAction = Schema.Union([
  /** An answer with this status; the service does its work first where `when` says so. */
  action("Respond", {
    status: Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 })),
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String).check(Schema.makeFilter(headerProblem))),
    /** Text is sent as it is; any other JSON as JSON. Default: `{ message }` for errors, nothing for other statuses. */
    body: Schema.optionalKey(Schema.Json),
    /** A wait that the answer asks for, written in the way of the world's quirk `retryAfter`. */
    retryAfterMillis: Schema.optionalKey(Millis),
    when: Schema.optionalKey(when)
  }).check(Schema.makeFilter(bodyProblem)),
  /** The answer comes later: by `millis`, and by up to `jitterMillis` more. */
  action("Delay", { millis: Millis, jitterMillis: Schema.optionalKey(Millis) }),
  /** No connection is made. Nothing was sent. */
  action("Refuse", {}),
  /** The connection breaks before the first byte of the answer. */
  action("Reset", { when }),
  /** The work is done and the headers of its answer arrive, its body never does. */
  action("Stall", {}),
  /** The work is done, and the connection breaks in the middle of its answer: behind `bytes`, or half of it. */
  action("Cut", { bytes: Schema.optionalKey(Schema.Natural) }),
  /** The work is done, and its answer arrives `bytes` at a time. */
  action("Drip", {
    bytes: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
    everyMillis: Millis
  }),
  /**
   * The list changes before it is read. First, `removed` rows at the beginning of the list and `removedAtEnd` rows at its end are
   * deleted; then `added` rows are created. Only rooms can be deleted. New sessions have already ended, and don't affect one that
   * is running. New recordings belong to the most recently recorded session, so there are none if nothing was ever recorded.
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
  /** Default: all nine. */
  operations: Schema.optionalKey(Schema.NonEmptyArray(Name)),
  /**
   * Whose requests: the place of the tenant's API key among those of the world, from 0. Default: everybody's, also of those whose
   * key is not known. Keys themselves are not told: a fault can be listed and kept in a file.
   */
  tenant: Schema.optionalKey(Schema.Natural),
  /** How many matching requests are let through first. */
  after: Schema.optionalKey(Schema.Natural),
  /** Of the requests behind those, the first meets the fault, and then every `every`-th. Default: 1. */
  every: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  /** How many requests meet it. Default: all. */
  times: Schema.optionalKey(Schema.Natural),
  /** How likely a request meets it, from 0 to 1. Default: 1. */
  probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
  /** Decides which requests meet a fault that is not certain, and how much jitter there is. */
  seed: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
  /** Epoch milliseconds from which it holds. */
  fromMillis: Schema.optionalKey(Schema.Int),
  /** Epoch milliseconds from which it does not hold any more. */
  untilMillis: Schema.optionalKey(Schema.Int)
}

/** Which requests meet which fault. */
export const Fault = Schema.Struct({ ...FaultRule, action: FaultAction })
  .pipe(listingFields("field of a fault"))
  .check(Schema.makeFilter(windowProblem), Schema.makeFilter(driftProblem))
  .annotate({ identifier: "Fault" })

/** What a predicate sees of a request. */
export interface FaultRequest {
  readonly operation: OperationName
  /** The input of the operation, where the request carries one that can be read. */
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
  /** Which of the matching requests meet it. A predicate is not data: only a test in the same process can give one. */
  readonly matches?: (request: FaultRequest) => boolean
}

type Rule = Omit<Fault, "action">

type ListName = "listRooms" | "listSessions" | "listRecordings"

/** Which of an operation's rows can change. */
type Change<Operation extends OperationName> = [Operation] extends ["listRooms"]
  ? { readonly added?: number; readonly removed?: number; readonly removedAtEnd?: number }
  : { readonly added: number }

/** Which requests meet a fault, and then what they meet. Immutable: every call gives a new one. */
export interface FaultBuilder<out Operation extends OperationName> {
  /** Only requests of one tenant: the place of its API key among those of the world, from 0. */
  readonly tenant: (place: number) => FaultBuilder<Operation>
  /** Lets so many matching requests through first. */
  readonly after: (requests: number) => FaultBuilder<Operation>
  /** Of the requests behind those, only the first meets it, and then every n-th. */
  readonly every: (requests: number) => FaultBuilder<Operation>
  /** Only so many requests meet it. */
  readonly times: (requests: number) => FaultBuilder<Operation>
  /** A request meets it with this probability, from 0 to 1. */
  readonly probability: (probability: number, seed?: string | number) => FaultBuilder<Operation>
  /** Only requests for which the predicate holds; of several predicates, all. */
  readonly when: (predicate: (request: FaultRequest) => boolean) => FaultBuilder<Operation>
  /** Only requests in this window of time, its end excluded. */
  readonly between: (from: DateTime.DateTime.Input, until: DateTime.DateTime.Input) => FaultBuilder<Operation>

  /** They are answered with this status. `retryAfter` is written as the world's quirk says. */
  readonly respond: (
    status: number,
    options?: {
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: Schema.Json
      readonly retryAfter?: Duration.Input
      readonly when?: When
    }
  ) => Fault
  /** They are answered with a page of HTML, as a gateway does. Default: 502. */
  readonly html: (status?: number) => Fault
  /** They have their effect, and are answered with JSON that breaks the contract. */
  readonly wrongShape: (body?: Schema.Json) => Fault
  /** They are answered later. */
  readonly delay: (duration: Duration.Input, options?: { readonly jitter?: Duration.Input }) => Fault
  /** No connection is made. */
  readonly refuse: () => Fault
  /** The connection breaks, before or after the work was done. */
  readonly reset: (when: When) => Fault
  /** The headers arrive, the body never does. */
  readonly stall: () => Fault
  /** The body breaks off behind so many bytes; default: half of it. */
  readonly cut: (bytes?: number) => Fault
  /** The body arrives slowly. */
  readonly drip: (options: { readonly bytes: number; readonly every: Duration.Input }) => Fault
  /**
   * The list changes before they are answered: rooms are deleted at the beginning (`removed`) or the end (`removedAtEnd`) of the
   * list, and then new rows are created.
   */
  readonly drift: [Operation] extends [ListName] ? (change: Change<Operation>) => Fault : never
}

// What is no duration and no time is not a number, which the schema refuses when the fault is injected. `Duration` itself takes
// a number that is none for zero.
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
 * Begins a fault of these operations, or of all nine if you name none: first which requests meet it, then what they meet.
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

/** A fault that no request can meet. It was not injected. */
export class InvalidFault extends Schema.TaggedError<InvalidFault>()("InvalidFault", {
  /** Such as `action.status`. */
  path: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `the fault cannot be injected: ${this.path === "" ? "" : `${this.path}: `}${this.problem}`
  }
}
