/**
 * Assertions about the requests that a program made, by the log of the world. If the log differs from what a test expects, the error
 * shows a diff.
 *
 * @module
 */
import type { OperationName } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import * as TextDiff from "effect/TextDiff"
import type { LogEntry } from "./LogEntry.ts"
import { World } from "./World.ts"

/** An expected call: an operation, and optionally its input and its outcome. */
export interface ExpectedCall {
  readonly operation: OperationName
  /** The fields of the input to compare. Default: none. */
  readonly input?: Readonly<Record<string, unknown>>
  /** `"Success"`, the tag of an error, or `"NotDone"`. Default: any. */
  readonly outcome?: string
}

/** A call. The name of an operation matches any input and any outcome. */
export type CallPattern = OperationName | ExpectedCall

/** The log differs from the expected calls. */
export class UnexpectedCalls extends Schema.TaggedError<UnexpectedCalls>()("UnexpectedCalls", {
  /** A diff: `-` marks expected calls that are missing, `+` marks unexpected ones. */
  difference: Schema.String
}) {
  override get message(): string {
    return `the calls differ from the expected ones (- expected, + received):\n${this.difference}`
  }
}

const inputText = (input: unknown): string => {
  const text = JSON.stringify(input) ?? ""
  return text === "{}" || text === "" ? "" : ` ${text}`
}

const patternOf = (pattern: CallPattern): ExpectedCall =>
  typeof pattern === "string" ? { operation: pattern } : pattern

const showPattern = ({ input, operation, outcome }: ExpectedCall): string =>
  `${operation}${inputText(input)}${outcome === undefined ? "" : ` → ${outcome}`}`

const showEntry = ({ fault, input, operation, outcome }: LogEntry): string =>
  `${operation}${inputText(input)} → ${outcome}${fault === undefined ? "" : ` (met ${fault})`}`

const matches = ({ input = {}, operation, outcome }: ExpectedCall, entry: LogEntry): boolean => {
  if (operation !== entry.operation || (outcome !== undefined && outcome !== entry.outcome)) return false
  const given: Readonly<Record<string, unknown>> = { ...Object(entry.input) }
  return Object.entries(input).every(([key, value]) => Equal.equals(value, given[key]))
}

/** One line of the diff: an expected call, or one from the log. */
type Side = { readonly expected: ExpectedCall } | { readonly came: LogEntry }

const isSame = (self: Side, that: Side): boolean => {
  if ("expected" in self && "came" in that) return matches(self.expected, that.came)
  if ("came" in self && "expected" in that) return matches(that.expected, self.came)
  return self === that
}

const show = (side: Side): string => ("expected" in side ? showPattern(side.expected) : showEntry(side.came))

const compare = TextDiff.diffWith(isSame)

/** The number of changed lines above which the diff is shown in blocks: logs have up to 10 000 entries. */
const maxEdits = 1_000

const signs = { Equal: " ", Delete: "-", Insert: "+" }

/**
 * Fails with `UnexpectedCalls` unless the log has exactly these calls, in this order. The log starts with the world or with its last
 * `reset`, and keeps the newest 10 000 entries.
 *
 * @example
 * ```ts
 * import { expectCalls } from "@effect-rooms/testing"
 *
 * const readsTwoPages = expectCalls(["listRooms", { operation: "listRooms", input: { cursor: 2 }, outcome: "Success" }])
 * ```
 */
export const expectCalls = (expected: ReadonlyArray<CallPattern>): Effect.Effect<void, UnexpectedCalls, World> =>
  Effect.gen(function* () {
    const log = yield* World.use((world) => world.log)
    const edits = compare(
      expected.map((pattern): Side => ({ expected: patternOf(pattern) })),
      log.map((came): Side => ({ came })),
      { maxEdits }
    )
    if (edits.every(({ _tag }) => _tag === "Equal")) return
    const lines = edits.flatMap(({ _tag, items }) => items.map((side) => `${signs[_tag]} ${show(side)}`))
    return yield* new UnexpectedCalls({ difference: lines.join("\n") })
  })

/** Fails with `UnexpectedCalls` if the log has any call other than these. Each may occur any number of times, in any order. */
export const expectNoUnexpectedCalls = (
  allowed: ReadonlyArray<CallPattern>
): Effect.Effect<void, UnexpectedCalls, World> =>
  Effect.gen(function* () {
    const patterns = allowed.map(patternOf)
    const log = yield* World.use((world) => world.log)
    const isAllowed = (entry: LogEntry) => patterns.some((pattern) => matches(pattern, entry))
    if (log.every(isAllowed)) return
    const lines = log.map((entry) => `${isAllowed(entry) ? " " : "+"} ${showEntry(entry)}`)
    return yield* new UnexpectedCalls({ difference: lines.join("\n") })
  })
