/**
 * Which faults a request meets. Every door asks once for each request, in the order in which requests come.
 */
import { fromSchemaError, type OperationName } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Fault, type FaultAction, type FaultRequest, InvalidFault } from "../Fault.ts"
import { makeSeededRandom, type SeededRandom } from "../world/SeededRandom.ts"

type Drift = Extract<FaultAction, { readonly _tag: "Drift" }>

/** What a request meets: changes of the list, a wait, and then what happens to it, unless it goes well. */
export interface Met {
  /** The one that decides, for the log. */
  readonly name: FaultAction["_tag"]
  readonly drifts: ReadonlyArray<Drift>
  readonly delayMillis: number
  readonly ending: Exclude<FaultAction, { readonly _tag: "Drift" | "Delay" }> | undefined
}

/** A request, as far as a fault looks at it. */
interface MeetingRequest {
  readonly operation: OperationName
  readonly input: () => FaultRequest["input"]
  /** The place of its API key among those of the world; none where the key is not known. */
  readonly tenant: () => number | undefined
}

interface Rule {
  readonly id: string
  readonly fault: Fault
  readonly random: SeededRandom
  matched: number
  met: number
}

const dataOf = ({ matches: _, ...data }: Fault) => data

// A typing error in a field that may be absent would go unnoticed.
const check = Schema.decodeUnknownResult(Schema.toType(Fault), { onExcessProperty: "error" })

/** Something that is a fault, as far as it can be told without a world. */
export const decodeFault = (input: unknown): Result.Result<Fault, InvalidFault> =>
  Result.mapError(check(input), (error) => new InvalidFault(fromSchemaError(error)))

export const checkFault = (fault: Fault): Result.Result<Fault, InvalidFault> => {
  const data = Predicate.hasProperty(fault, "matches") && Predicate.isFunction(fault.matches) ? dataOf(fault) : fault
  return Result.map(decodeFault(data), () => fault)
}

export class Faults {
  #rules: ReadonlyArray<Rule> = []
  #added = 0

  get isEmpty(): boolean {
    return this.#rules.length === 0
  }

  /** Faults do not disturb each other, nor the ids of the world: each has random numbers of its own. */
  add(fault: Fault): Effect.Effect<Rule> {
    const id = `fault-${++this.#added}`
    return Effect.map(makeSeededRandom(fault.seed ?? id), (random) => {
      const rule: Rule = { id, fault, random, matched: 0, met: 0 }
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
   * Rules are asked in the order in which they came, behind what the request itself asks for. Drifts and delays add up; the first
   * other one decides.
   */
  meet(request: MeetingRequest, at: number, requested: ReadonlyArray<FaultAction>): Met | undefined {
    const drifts: Array<Drift> = []
    let delayMillis = 0
    let name: FaultAction["_tag"] | undefined
    const add = (action: FaultAction, jitter: () => number): Met["ending"] => {
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
      // A request that is sent again is the same request: its jitter is too.
      const ending = add(action, () => 0.5)
      if (ending !== undefined) return { name: ending._tag, drifts, delayMillis, ending }
    }
    for (const rule of this.#rules) {
      if (!isDue(rule, request, at)) continue
      const ending = add(rule.fault.action, () => rule.random.next())
      if (ending !== undefined) return { name: ending._tag, drifts, delayMillis, ending }
    }
    return name === undefined ? undefined : { name, drifts, delayMillis, ending: undefined }
  }
}

const isDue = (rule: Rule, { input, operation, tenant }: MeetingRequest, at: number): boolean => {
  const { after = 0, every = 1, fromMillis, matches, operations, probability, times, untilMillis } = rule.fault
  if (operations !== undefined && !operations.includes(operation)) return false
  if (rule.fault.tenant !== undefined && rule.fault.tenant !== tenant()) return false
  if (fromMillis !== undefined && at < fromMillis) return false
  if (untilMillis !== undefined && at >= untilMillis) return false
  if (times !== undefined && rule.met >= times) return false
  if (matches !== undefined && !matches({ operation, input: input() })) return false
  rule.matched++
  if (rule.matched <= after || (rule.matched - after - 1) % every !== 0) return false
  if (probability !== undefined && rule.random.next() >= probability) return false
  rule.met++
  return true
}
