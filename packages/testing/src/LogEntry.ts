/**
 * The log of a world.
 *
 * @module
 */
import type { OperationName } from "@effect-rooms/core/unstable"
import type { FaultAction } from "./Fault.ts"

/** One request: its time, its input and its outcome. */
export interface LogEntry {
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: OperationName
  readonly input: unknown
  /** `"Success"`, the tag of the error, or `"NotDone"` if a fault prevented the work. */
  readonly outcome: string
  /** The fault that applied to the request. The client may have seen a different outcome. */
  readonly fault?: FaultAction["_tag"]
}
