/** The tags of the errors that the operation table names. */
import { commonErrors, type OperationName, type OperationSpec, operations } from "@effect-rooms/core/unstable"
import type { AnyError } from "./everyOperation.ts"

type Tag = AnyError["_tag"]

/** The tags of errors that carry the reason why there is no response. */
type LostTag = Exclude<Extract<AnyError, { readonly reason: unknown }>["_tag"], "PaginationError">

/** Returns the tag of the error if a response was lost or can't be read. */
export const tagIfLost = (operation: OperationName): LostTag => {
  const { isSafe, outcomeUnknown }: OperationSpec = operations[operation]
  // The table names only tags of errors that operations fail with.
  return isSafe || outcomeUnknown === undefined ? "ServiceError" : (outcomeUnknown as LostTag)
}

/** Returns the tag of the error that the table names for a status; `ServiceError` if it names none. */
export const tagOf = (operation: OperationName, status: number): Tag => {
  if (status >= 500 || status === 408) return tagIfLost(operation)
  const { errors }: OperationSpec = operations[operation]
  const tags: OperationSpec["errors"] = { ...commonErrors, ...errors }
  return (tags[status] ?? "ServiceError") as Tag
}
