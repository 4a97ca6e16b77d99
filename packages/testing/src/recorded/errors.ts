/**
 * Errors of recordings.
 */
import { operationNames } from "@effect-rooms/core/unstable"
import * as Schema from "effect/Schema"

/** A recording can't be written or read. Has the place and the reason. */
export class RecordedError extends Schema.TaggedError<RecordedError>()("RecordedError", {
  file: Schema.String,
  /** The line of the file, from 1; absent if the error is about the file as a whole. */
  line: Schema.optionalKey(Schema.Int),
  problem: Schema.String
}) {
  /** A client sends no request again because of it. */
  readonly isRetryable = false

  override get message(): string {
    return `${this.file}${this.line === undefined ? "" : `:${this.line}`}: ${this.problem}`
  }
}

/** A recorded exchange that doesn't match the schemas of its operation. */
export const Drift = Schema.Struct({
  /** The index of the exchange in the recording. */
  index: Schema.Int,
  /** Absent if the request doesn't belong to any operation. */
  operation: Schema.optionalKey(Schema.Literals(operationNames)),
  /** The path in the body of the response, such as `rooms[3].createdAt`; empty for the response as a whole. */
  path: Schema.String,
  problem: Schema.String
})
export type Drift = typeof Drift.Type

const driftsShown = 10

const describeDrift = ({ index, operation, path, problem }: Drift) =>
  `#${index}${operation === undefined ? "" : ` ${operation}`}: ${path === "" ? "" : `${path}: `}${problem}`

/** Recorded exchanges that no longer fit the contract. */
export class ContractDrift extends Schema.TaggedError<ContractDrift>()("ContractDrift", {
  file: Schema.String,
  drifts: Schema.Array(Drift)
}) {
  override get message(): string {
    const shown = this.drifts.slice(0, driftsShown).map(describeDrift)
    const more = this.drifts.length - shown.length
    return `${this.file}: the recording no longer fits the contract:\n${shown.join("\n")}${more === 0 ? "" : `\nand ${more} more`}`
  }
}

/** A recorded exchange that is similar to a request, and their differences. */
export const Nearest = Schema.Struct({
  index: Schema.Int,
  request: Schema.String,
  differences: Schema.Array(Schema.String)
})
export type Nearest = typeof Nearest.Type

/**
 * The recording has no response for a request, or none that hasn't been replayed already. It is the cause of the client's
 * `TransportError`.
 */
export class NotRecorded extends Schema.TaggedError<NotRecorded>()("NotRecorded", {
  file: Schema.String,
  /** Method, path and query. */
  request: Schema.String,
  /** At most three, the nearest first. */
  nearest: Schema.Array(Nearest)
}) {
  /** A client sends no request again because of it. */
  readonly isRetryable = false
  /** A replay sends nothing, so a create that was not recorded certainly made no room. */
  readonly requestSent = false

  override get message(): string {
    const nearest = this.nearest.map(
      ({ differences, index, request }) => `#${index} ${request} (${differences.join("; ")})`
    )
    return `${this.file} has no response for ${this.request}${nearest.length === 0 ? "" : `; the nearest are ${nearest.join(", ")}`}`
  }
}
