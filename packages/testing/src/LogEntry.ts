/**
 * What was asked of the world.
 *
 * @module
 */
import type { OperationName } from "@effect-rooms/core/Operation"

/** One operation: when it was asked, with what, and how it ended. */
export interface LogEntry {
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: OperationName
  readonly input: unknown
  /** `"Success"`, or the tag of the error. */
  readonly outcome: string
}
