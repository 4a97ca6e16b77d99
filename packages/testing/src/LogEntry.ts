/**
 * What was asked of the world.
 *
 * @module
 */
import type { OperationName } from "@effect-rooms/core/unstable"
import type { FaultAction } from "./Fault.ts"

/** One operation: when it was asked, with what, and how it ended. */
export interface LogEntry {
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: OperationName
  readonly input: unknown
  /** `"Success"`, the tag of the error, or `"NotDone"` where a fault came before the work. */
  readonly outcome: string
  /** The fault that the request met. Whoever asked may have seen another outcome than this one. */
  readonly fault?: FaultAction["_tag"]
}
