/**
 * What a failed connection says about itself, as far as a client decides by it, and an error that says it again.
 */
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"
import type { RecordedFailure } from "./exchange.ts"

const textOf = (value: unknown, key: "code" | "syscall" | "message"): string | undefined => {
  const text = Predicate.hasProperty(value, key) ? value[key] : undefined
  return typeof text === "string" && text !== "" ? text : undefined
}

/**
 * The innermost cause that says something: fetch wraps the reason once, a dual-stack connect once more. Of several causes, one
 * that is not the failure of a connect counts: it leaves open whether the request was sent.
 */
const innermost = (cause: unknown): unknown => {
  let current = cause
  for (let depth = 0; depth < 8; depth++) {
    const several: ReadonlyArray<unknown> =
      Predicate.hasProperty(current, "errors") && Array.isArray(current.errors) ? current.errors : []
    const inner = several.find((error) => textOf(error, "syscall") !== "connect") ?? several[0]
    if (inner === undefined && textOf(current, "code") !== undefined) return current
    const next = inner ?? (Predicate.hasProperty(current, "cause") ? current.cause : undefined)
    if (next === undefined || next === null) return current
    current = next
  }
  return current
}

export const failureOf = (cause: unknown): RecordedFailure => {
  const inner = innermost(cause)
  const code = textOf(inner, "code")
  const syscall = textOf(inner, "syscall")
  return {
    description: textOf(inner, "message") ?? "the connection failed",
    ...(code === undefined ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall })
  }
}

/** The cause of a failure that was recorded. */
export class RecordedCause extends Data.Error<{
  readonly message: string
  readonly code?: string
  readonly syscall?: string
}> {}

export const causeOf = ({ code, description, syscall }: RecordedFailure): RecordedCause =>
  new RecordedCause({
    message: description,
    ...(code === undefined ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall })
  })
