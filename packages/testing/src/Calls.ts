/**
 * What a program asked of the service, as a test expects it. The log of the world tells; where it tells otherwise, the error shows
 * both side by side.
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

/** A call that is expected: an operation, and what of the rest matters. */
export interface ExpectedCall {
  readonly operation: OperationName
  /** The fields of the input that matter. Default: none. */
  readonly input?: Readonly<Record<string, unknown>>
  /** `"Success"`, the tag of an error, or `"NotDone"`. Default: any. */
  readonly outcome?: string
}

/** The name of an operation stands for a call of it with any input and any outcome. */
export type CallPattern = OperationName | ExpectedCall

/** The log is not what was expected. */
export class UnexpectedCalls extends Schema.TaggedError<UnexpectedCalls>()("UnexpectedCalls", {
  /** Lines: `-` was expected and did not come, `+` came and was not expected, others are as expected. */
  difference: Schema.String
}) {
  override get message(): string {
    return `the calls are not the expected ones (- expected, + came):\n${this.difference}`
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

/** A line of the difference, and whether it is what was expected or what came. */
type Side = { readonly expected: ExpectedCall } | { readonly came: LogEntry }

const isSame = (self: Side, that: Side): boolean => {
  if ("expected" in self && "came" in that) return matches(self.expected, that.came)
  if ("came" in self && "expected" in that) return matches(that.expected, self.came)
  return self === that
}

const show = (side: Side): string => ("expected" in side ? showPattern(side.expected) : showEntry(side.came))

const compare = TextDiff.diffWith(isSame)

/** How many changed lines are searched for before a difference is shown in blocks: logs have up to 10 000 entries. */
const maxEdits = 1_000

const signs = { Equal: " ", Delete: "-", Insert: "+" }

/**
 * Fails with `UnexpectedCalls` unless the calls of the log are these, in this order, and no others. The log begins with the
 * world, or with its last `reset`, and keeps the newest 10 000.
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

/** No call but these was made, however often and in whichever order. The error shows the others where they came. */
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
