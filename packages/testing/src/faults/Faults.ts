/** The injected faults of a world, and the choice of those that apply to a request. */
import { fromSchemaError, type OperationName } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Fault, type FaultAction, type FaultRequest, InvalidFault } from "../Fault.ts"
import { makeSeededRandom, type SeededRandom } from "../world/SeededRandom.ts"

type Drift = Extract<FaultAction, { readonly _tag: "Drift" }>

/** The faults that decide what becomes of a response. */
export type Termination = Exclude<FaultAction, { readonly _tag: "Drift" | "Delay" }>

/** The faults that apply to one request: changes of its list, a delay, and what becomes of its response. */
export interface AppliedFault {
  /** The fault that the log names: the one that decides. */
  readonly name: FaultAction["_tag"]
  readonly drifts: ReadonlyArray<Drift>
  readonly delayMillis: number
  readonly termination: Termination | undefined
}

/** The parts of a request that decide whether a fault applies. */
interface FaultCandidate {
  readonly operation: OperationName
  readonly input: () => FaultRequest["input"]
  /** The index of its API key among the keys of the world; undefined for an unknown key. */
  readonly tenant: () => number | undefined
}

interface Rule {
  readonly id: string
  readonly fault: Fault
  readonly random: SeededRandom
  matched: number
  applied: number
}

const dataOf = ({ matches: _, ...data }: Fault) => data

// Unknown fields are refused, because a typo in an optional field would otherwise go unnoticed.
const check = Schema.decodeUnknownResult(Schema.toType(Fault), { onExcessProperty: "error" })

/** Decodes a fault, as far as it can be checked without a world. */
export const decodeFault = (input: unknown): Result.Result<Fault, InvalidFault> =>
  Result.mapError(check(input), (error) => new InvalidFault(fromSchemaError(error)))

/** Checks a fault that a program wrote. It may have a predicate, which isn't data. */
export const checkFault = (fault: Fault): Result.Result<Fault, InvalidFault> => {
  const data = Predicate.hasProperty(fault, "matches") && Predicate.isFunction(fault.matches) ? dataOf(fault) : fault
  return Result.map(decodeFault(data), () => fault)
}

/** The injected faults, in the order in which they were injected. */
export class Faults {
  #rules: ReadonlyArray<Rule> = []
  #added = 0

  get isEmpty(): boolean {
    return this.#rules.length === 0
  }

  /** Adds a fault. It has its own random numbers, so it doesn't change other faults or the ids of the world. */
  add(fault: Fault): Effect.Effect<Rule> {
    const id = `fault-${++this.#added}`
    return Effect.map(makeSeededRandom(fault.seed ?? id), (random) => {
      const rule: Rule = { id, fault, random, matched: 0, applied: 0 }
      this.#rules = [...this.#rules, rule]
      return rule
    })
  }

  list(): ReadonlyArray<Rule> {
    return this.#rules
  }

  remove(id: string): void {
    this.#rules = this.#rules.filter((rule) => rule.id !== id)
  }

  clear(): void {
    this.#rules = []
  }

  /**
   * Returns the faults that apply to a request: first the ones it asks for itself (`requested`), then the injected ones, in order.
   * Drifts and delays add up; the first other fault decides what becomes of the response.
   */
  apply(request: FaultCandidate, at: number, requested: ReadonlyArray<FaultAction>): AppliedFault | undefined {
    const drifts: Array<Drift> = []
    let delayMillis = 0
    let name: FaultAction["_tag"] | undefined
    const add = (action: FaultAction, jitter: () => number): Termination | undefined => {
      name = action._tag
      if (action._tag === "Drift") {
        drifts.push(action)
        return undefined
      }
      if (action._tag !== "Delay") return action
      delayMillis += action.millis + Math.floor(jitter() * (Math.floor(action.jitterMillis ?? 0) + 1))
      return undefined
    }
    for (const action of requested) {
      // A request with the same header gets the same jitter.
      const termination = add(action, () => 0.5)
      if (termination !== undefined) return { name: termination._tag, drifts, delayMillis, termination }
    }
    for (const rule of this.#rules) {
      if (!isDue(rule, request, at)) continue
      const termination = add(rule.fault.action, () => rule.random.next())
      if (termination !== undefined) return { name: termination._tag, drifts, delayMillis, termination }
    }
    return name === undefined ? undefined : { name, drifts, delayMillis, termination: undefined }
  }
}

const isDue = (rule: Rule, { input, operation, tenant }: FaultCandidate, at: number): boolean => {
  const { after = 0, every = 1, fromMillis, matches, operations, probability, times, untilMillis } = rule.fault
  if (operations !== undefined && !operations.includes(operation)) return false
  if (rule.fault.tenant !== undefined && rule.fault.tenant !== tenant()) return false
  if (fromMillis !== undefined && at < fromMillis) return false
  if (untilMillis !== undefined && at >= untilMillis) return false
  if (times !== undefined && rule.applied >= times) return false
  if (matches !== undefined && !matches({ operation, input: input() })) return false
  rule.matched++
  if (rule.matched <= after || (rule.matched - after - 1) % every !== 0) return false
  if (probability !== undefined && rule.random.next() >= probability) return false
  rule.applied++
  return true
}
