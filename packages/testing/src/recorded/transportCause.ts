/**
 * The failure of a connection as a recording keeps it, and the error that replays it.
 */
import { definedFields, transportCauseOf } from "@effect-rooms/core/unstable"
import * as Data from "effect/Data"
import type { RecordedFailure } from "./exchange.ts"

/** Returns what a recording keeps of a failed connection. */
export const failureOf = (cause: unknown): RecordedFailure => {
  const { code, message, syscall } = transportCauseOf(cause)
  return { description: message, ...definedFields({ code, syscall }) }
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
    ...definedFields({ code, syscall })
  })
