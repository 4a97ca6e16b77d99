/**
 * The clock of the emulator's world, which can be frozen, set and advanced. Waits use the real clock, so that a frozen world still
 * responds.
 */
import type * as Clock from "effect/Clock"

type Telling = Pick<Clock.Clock, "currentTimeMillisUnsafe">

export class AdjustableClock implements Telling {
  readonly #beneath: Telling
  #offsetMillis = 0
  #frozenAt: number | undefined

  constructor(beneath: Telling) {
    this.#beneath = beneath
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== undefined
  }

  /** Continues from `millis`, or stays there while frozen. */
  set(millis: number): void {
    if (this.#frozenAt === undefined) this.#offsetMillis = millis - this.#beneath.currentTimeMillisUnsafe()
    else this.#frozenAt = millis
  }

  advance(millis: number): void {
    this.set(this.currentTimeMillisUnsafe() + millis)
  }

  freeze(): void {
    this.#frozenAt = this.currentTimeMillisUnsafe()
  }

  /** Continues from its current time. */
  resume(): void {
    const now = this.currentTimeMillisUnsafe()
    this.#frozenAt = undefined
    this.set(now)
  }

  currentTimeMillisUnsafe(): number {
    return this.#frozenAt ?? this.#beneath.currentTimeMillisUnsafe() + this.#offsetMillis
  }
}
