/**
 * Makes the typed errors that the operation table names.
 *
 * @module
 */
import {
  CreateOutcomeUnknown,
  InvalidRequest,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "../DomainError.ts"
import type { Evidence } from "../Evidence.ts"
import type { RoomRequest } from "../Room.ts"
import type { SessionRequest } from "../Session.ts"
import type { RequestFailure } from "../wire/RawResponse.ts"
import type { commonErrors, operations } from "./table.ts"

type Specs = typeof operations

type Name = keyof Specs

export type CommonTag = CommonErrors[keyof CommonErrors]

type CommonErrors = typeof commonErrors

/** The tags that the table names for an operation. */
export type TagOf<Operation extends Name> = Operation extends Name
  ?
      | CommonTag
      | Specs[Operation]["errors"][keyof Specs[Operation]["errors"]]
      | (Specs[Operation] extends { readonly outcomeUnknown: infer Tag extends string } ? Tag : never)
  : never

/** A failed request with its evidence. */
export interface OperationFailure extends RequestFailure {
  readonly evidence: Evidence
}

const serverMessage = ({ reason }: RequestFailure): { readonly serverMessage?: string } =>
  reason._tag === "UnexpectedStatus" && reason.serverMessage !== undefined
    ? { serverMessage: reason.serverMessage }
    : {}

/** Makes each error that the table names from a failed request. */
export const errorFrom = {
  CreateOutcomeUnknown: (failure: OperationFailure) => new CreateOutcomeUnknown(failure),
  InvalidRequest: (failure: OperationFailure) =>
    new InvalidRequest({
      field: "",
      problem: serverMessage(failure).serverMessage ?? `the service rejected it with status ${failure.status}`,
      evidence: failure.evidence
    }),
  NoLiveSession: (failure: OperationFailure, { roomId }: RoomRequest) =>
    new NoLiveSession({ roomId, evidence: failure.evidence, ...serverMessage(failure) }),
  RoomNotFound: (failure: OperationFailure, { roomId }: RoomRequest) =>
    new RoomNotFound({ roomId, evidence: failure.evidence, ...serverMessage(failure) }),
  SessionNotFound: (failure: OperationFailure, { sessionId }: SessionRequest) =>
    new SessionNotFound({ sessionId, evidence: failure.evidence, ...serverMessage(failure) }),
  Unauthorized: (failure: OperationFailure) =>
    new Unauthorized({ evidence: failure.evidence, ...serverMessage(failure) })
} satisfies {
  // Fails to compile if the table names an error that isn't here, or one that needs a field that the request doesn't have.
  readonly [Tag in TagOf<Name>]: (
    failure: OperationFailure,
    request: {
      readonly [Operation in Name]: Tag extends TagOf<Operation> ? Specs[Operation]["request"]["Type"] : never
    }[Name]
  ) => { readonly _tag: Tag }
}
