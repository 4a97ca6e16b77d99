/**
 * Comparing a request with a recorded one whose personal values are pseudonyms.
 *
 * Throughout a replay, each pseudonym matches one value, and different pseudonyms match different values: requests match up to a
 * consistent renaming. Later responses contain the actual value in place of its pseudonym, so that a program reads what it
 * wrote.
 */
import { parseJson } from "@effect-rooms/core/unstable"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { idempotencyKey } from "./contractFields.ts"
import type { RecordedRequest } from "./exchange.ts"
import { isPseudonym } from "./pseudonyms.ts"
import { segmentsOf } from "./requestOf.ts"

type Value = string | number

/** The shape of the random key that `createOnce` makes by default. */
const isMadeKey = (text: string) => /^[0-9a-f]{32}$/.test(text)

const sizeOf = (value: object) => Object.keys(value).length

/** The actual values of pseudonyms. */
export class Renaming {
  private readonly values = new Map<Value, Value>()
  private readonly names = new Map<Value, Value>()
  /** The pseudonyms in the order in which they were understood. */
  private readonly order: Array<Value> = []

  get isEmpty(): boolean {
    return this.values.size === 0
  }

  /** Whether the two requests are the same; if so, the pseudonyms of the first stand for the values of the second. */
  matches(recorded: RecordedRequest, actual: RecordedRequest): boolean {
    const before = this.order.length
    const isMatch = this.isSame(recorded, actual)
    if (!isMatch) this.forget(before)
    return isMatch
  }

  /** An answer with the values that its pseudonyms are known to stand for. */
  restore(value: unknown): unknown {
    return this.isEmpty ? value : this.restored(value, false)
  }

  private isSame(recorded: RecordedRequest, actual: RecordedRequest): boolean {
    const [segments, actualSegments] = [segmentsOf(recorded.path), segmentsOf(actual.path)]
    return (
      recorded.method === actual.method &&
      segments.length === actualSegments.length &&
      segments.every((segment, at) => this.text(segment, actualSegments[at] ?? "")) &&
      recorded.query.length === actual.query.length &&
      recorded.query.every(([name, value], at) => {
        const [actualName, actualValue] = actual.query[at] ?? ["", ""]
        return name === actualName && this.text(value, actualValue)
      }) &&
      this.body(recorded.body, actual.body)
    )
  }

  private body(recorded: RecordedRequest["body"], actual: RecordedRequest["body"]): boolean {
    if (recorded === undefined || actual === undefined) return recorded === actual
    if (recorded._tag === "Text" || actual._tag === "Text") return recorded._tag === actual._tag
    return this.json(recorded.value, actual.value, "", false)
  }

  private json(recorded: unknown, actual: unknown, key: string, isMetadata: boolean): boolean {
    if (typeof recorded === "string" && typeof actual === "string") return this.jsonText(recorded, actual, key)
    if (isMetadata && typeof recorded === "number" && typeof actual === "number") return this.same(recorded, actual)
    if (Array.isArray(recorded) && Array.isArray(actual)) {
      return (
        recorded.length === actual.length &&
        recorded.every((inner, at) => this.json(inner, actual[at], key, isMetadata))
      )
    }
    if (Predicate.isObject(recorded) && Predicate.isObject(actual)) {
      const fields = new Map(Object.entries(actual))
      return (
        sizeOf(recorded) === fields.size &&
        Object.entries(recorded).every(
          ([name, inner]) =>
            fields.has(name) && this.json(inner, fields.get(name), name, isMetadata || name === "metadata")
        )
      )
    }
    return recorded === actual
  }

  private jsonText(recorded: string, actual: string, key: string): boolean {
    if (key === idempotencyKey && isMadeKey(recorded) && isMadeKey(actual)) return this.same(recorded, actual)
    if (key !== "metadata") return this.text(recorded, actual)
    const [inner, actualInner] = [parseJson(recorded), parseJson(actual)]
    return Option.isSome(inner) && Option.isSome(actualInner)
      ? this.json(inner.value, actualInner.value, "", true)
      : this.text(recorded, actual)
  }

  private text(recorded: string, actual: string): boolean {
    return recorded === actual || (isPseudonym(recorded) && this.same(recorded, actual))
  }

  private same(name: Value, value: Value): boolean {
    const known = this.values.get(name)
    if (known !== undefined) return known === value
    if (this.names.has(value)) return false
    this.values.set(name, value)
    this.names.set(value, name)
    this.order.push(name)
    return true
  }

  private forget(before: number): void {
    for (const name of this.order.splice(before)) {
      const value = this.values.get(name)
      this.values.delete(name)
      if (value !== undefined) this.names.delete(value)
    }
  }

  private restored(value: unknown, isMetadata: boolean): unknown {
    if (typeof value === "string") return this.values.get(value) ?? value
    if (typeof value === "number") return isMetadata ? (this.values.get(value) ?? value) : value
    if (Array.isArray(value)) return value.map((inner) => this.restored(inner, isMetadata))
    if (!Predicate.isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === "metadata" && typeof inner === "string"
          ? this.restoredText(inner)
          : this.restored(inner, isMetadata || key === "metadata")
      ])
    )
  }

  private restoredText(text: string): unknown {
    return Option.match(parseJson(text), {
      onNone: () => this.restored(text, true),
      onSome: (value) => JSON.stringify(this.restored(value, true))
    })
  }
}
