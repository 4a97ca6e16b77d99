/** The part of a world that transports serve from: requests go in, and responses come out. */
import { type OperationName, operations, type Request, type Success } from "@effect-rooms/core/unstable"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { FaultAction, FaultRequest } from "../Fault.ts"
import { doesWork } from "../faults/carryOut.ts"
import { type AppliedFault, Faults } from "../faults/Faults.ts"
import type { Quirks } from "../Quirks.ts"
import { type Answer, behavior, unknownApiKey } from "./behavior.ts"
import { drift } from "./drift.ts"
import type { Engine } from "./Engine.ts"
import { OperationLog } from "./OperationLog.ts"
import { worldMillis } from "./worldMillis.ts"

/** The state of a world, and the way of a request through it. */
export class Host {
  engine: Engine
  faults = new Faults()
  log = new OperationLog()
  /** Counts the changes of what has happened: tells whether a snapshot is still the latest. */
  changes = 0
  #requests = 0
  readonly #clock: Pick<Clock.Clock, "currentTimeMillisUnsafe"> | undefined

  constructor(engine: Engine, clock: Pick<Clock.Clock, "currentTimeMillisUnsafe"> | undefined) {
    this.engine = engine
    this.#clock = clock
  }

  /** Starts again with another engine. */
  begin(engine: Engine): void {
    this.engine = engine
    this.faults = new Faults()
    this.log = new OperationLog()
    this.#requests = 0
  }

  /** The time of the world, in epoch milliseconds. */
  readonly now: Effect.Effect<number> = Effect.clockWith((clock) => Effect.succeed(worldMillis(this.#clock ?? clock)))

  get quirks(): Quirks {
    return this.engine.quirks
  }

  /** Returns an id for a request, if the quirk `requestId` names a header to carry it. */
  nextRequestId(): string | undefined {
    return this.quirks.requestId === "none" ? undefined : `request-${String(++this.#requests).padStart(8, "0")}`
  }

  isTenant(apiKey: string): boolean {
    return this.engine.tenant(apiKey) !== undefined
  }

  /** Does the work of a request and logs it, under the fault that applies to the request. */
  answer<Name extends OperationName>(
    apiKey: string,
    operation: Name,
    request: Request<Name>,
    fault?: FaultAction["_tag"]
  ): Effect.Effect<Answer<Success<Name>>> {
    return Effect.map(this.now, (at) => {
      // mutant: `this.engine.tenant(apiKey)` -> `this.engine.addTenant(apiKey)`
      const tenant = this.engine.tenant(apiKey)
      const answer: Answer<Success<Name>> =
        tenant === undefined ? Result.fail(unknownApiKey) : behavior[operation](this.engine, tenant, request, at)
      if (Result.isSuccess(answer) && !operations[operation].isSafe) this.changes++
      this.#record(at, operation, request, Result.isSuccess(answer) ? "Success" : answer.failure._tag, fault)
      return answer
    })
  }

  /** Logs a request whose API key is unknown. */
  logUnauthorized(
    operation: OperationName,
    input: FaultRequest["input"],
    fault?: FaultAction["_tag"]
  ): Effect.Effect<void> {
    return Effect.map(this.now, (at) => this.#record(at, operation, input, unknownApiKey._tag, fault))
  }

  /**
   * Finds the faults that apply to a request, and changes the lists that drift. Returns `undefined` if no fault applies. Logs the
   * request if its work is not to be done. `requested` are the faults that the request asks for itself.
   */
  applyFaults(
    apiKey: string,
    operation: OperationName,
    input: () => FaultRequest["input"],
    requested: ReadonlyArray<FaultAction> = []
  ): Effect.Effect<AppliedFault | undefined> {
    return Effect.map(this.now, (at) => {
      const indexOfTenant = () => {
        const index = [...this.engine.tenants.keys()].indexOf(apiKey)
        return index === -1 ? undefined : index
      }
      const applied = this.faults.apply({ operation, input, tenant: indexOfTenant }, at, requested)
      if (applied === undefined) return undefined
      const tenant = this.engine.tenant(apiKey)
      if (tenant !== undefined && applied.drifts.length > 0) {
        this.changes++
        for (const change of applied.drifts) drift(this.engine, tenant, { operation, input: input() }, change, at)
      }
      if (!doesWork(applied)) this.#record(at, operation, input(), "NotDone", applied.name)
      return applied
    })
  }

  #record(
    at: number,
    operation: OperationName,
    input: unknown,
    outcome: string,
    fault: FaultAction["_tag"] | undefined
  ): void {
    this.log.add({ at, operation, input, outcome, ...(fault === undefined ? {} : { fault }) })
  }
}

/** The host of a world. Transports need it; programs and tests use `World`. */
export class WorldHost extends Context.Service<WorldHost, Host>()("@effect-rooms/testing/WorldHost") {}
