/**
 * The time of the emulator's world: it can be frozen, set and advanced. What waits, waits by the clock beneath, so that a frozen
 * world still answers.
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

  /** Goes on from `millis`, or stands still there while it is frozen. */
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

  /** Goes on from where it stands. */
  resume(): void {
    const now = this.currentTimeMillisUnsafe()
    this.#frozenAt = undefined
    this.set(now)
  }

  currentTimeMillisUnsafe(): number {
    return this.#frozenAt ?? this.#beneath.currentTimeMillisUnsafe() + this.#offsetMillis
  }
}
