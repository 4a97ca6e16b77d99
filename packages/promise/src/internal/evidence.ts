/**
 * What the errors of the promise client were met with: enough to find a request in a log of either side, and never the API
 * key. What is not known is `null`.
 */

/** One attempt at a request: the status it was answered with, or what it met instead of an answer. */
export interface Attempt {
  readonly status: number | null
  /** What went wrong, where no answer could be used: a sentence without secrets. */
  readonly cause: string | null
  /** How long was waited before this attempt, in milliseconds. */
  readonly waitedMillis: number
}

/** The request that an error is about, and what became of it. */
export interface Evidence {
  readonly operation:
    | "createRoom"
    | "listRooms"
    | "roomDetails"
    | "roomMetadata"
    | "listSessions"
    | "sessionParticipants"
    | "liveParticipants"
    | "listRecordings"
    | "metrics"
  readonly method: "GET" | "POST"
  /** Such as `/api/v2/sdk/rooms/room-details/{roomId}`. */
  readonly urlTemplate: string
  /** The status of the last answer, where there was one. */
  readonly status: number | null
  /** The id that the service or a gateway gave the last answer, where it gave one. */
  readonly requestId: string | null
  /** All attempts, the first one first. Empty where nothing was sent. */
  readonly attempts: ReadonlyArray<Attempt>
  /** From the start of the operation to its failure, in milliseconds. */
  readonly elapsedMillis: number
}

/** No answer arrived: the name did not resolve, no connection was made, or it broke. */
export interface Transport {
  readonly _tag: "Transport"
  readonly message: string
  readonly description: string
  /** `false` only where the service certainly never saw the request. */
  readonly requestSent: boolean
}

/** No whole answer within the time that was allowed. A body that stalls counts. */
export interface Timeout {
  readonly _tag: "Timeout"
  readonly message: string
  /** Which limit ran out: one attempt's, or the whole operation's. */
  readonly limit: "attempt" | "operation"
  readonly limitMillis: number
}

/** The service asks for patience (429). */
export interface RateLimited {
  readonly _tag: "RateLimited"
  readonly message: string
  /** How long the service asks to wait, where it says so. */
  readonly retryAfterMillis: number | null
}

/** A status that the contract gives no meaning for this operation. */
export interface UnexpectedStatus {
  readonly _tag: "UnexpectedStatus"
  readonly message: string
  readonly status: number
  readonly serverMessage: string | null
  /** The beginning of the body, at most 512 characters. */
  readonly excerpt: string
  /** Where a redirect points. Redirects are not followed: the API key would travel with them. */
  readonly location: string | null
  /** How long the service asks to wait, if it says so. */
  readonly retryAfterMillis: number | null
}

/** An answer that is not what the contract promises. */
export interface InvalidResponse {
  readonly _tag: "InvalidResponse"
  readonly message: string
  /** Where in the answer, such as `rooms[3].createdAt`; empty for the answer as a whole. */
  readonly path: string
  readonly problem: string
  /** The beginning of the body, at most 512 characters. */
  readonly excerpt: string
}

/** Nothing was sent, because the requests before this one failed too often. Only behind a circuit breaker. */
export interface CircuitOpen {
  readonly _tag: "CircuitOpen"
  readonly message: string
  readonly retryAfterMillis: number | null
}

/** Why there was no usable answer. */
export type ServiceErrorReason = Transport | Timeout | RateLimited | UnexpectedStatus | InvalidResponse | CircuitOpen

/** Why a list could not be walked to its end. */
export type PaginationErrorReason =
  /** The service names a next page that is not ahead of this one, while rows are still missing. */
  | { readonly _tag: "StuckCursor"; readonly message: string; readonly asked: number | null; readonly next: number }
  /** The service answered another page than the one that was asked for. */
  | { readonly _tag: "WrongPage"; readonly message: string; readonly asked: number; readonly answered: number }
  /** The service gives the same rows again for a page further down, although the list did not grow. */
  | { readonly _tag: "RepeatedPage"; readonly message: string; readonly firstRow: string }
  /** So many rows were deleted between two requests that the walk could not find its place again. */
  | { readonly _tag: "BoundaryLost"; readonly message: string; readonly pagesSearched: number }
  /** The list was walked to its end, and the service counts more rows than it showed. */
  | { readonly _tag: "RowsMissing"; readonly message: string; readonly count: number; readonly emitted: number }
  /** The list changed during the walk, and its count, by which a walk notices deletions, isn't the number of its rows. */
  | { readonly _tag: "CountUnreliable"; readonly message: string; readonly count: number; readonly rows: number }
  /** Request after request brought no new row. */
  | { readonly _tag: "NoProgress"; readonly message: string; readonly requests: number }
  /** The room from which a walk over all sessions was to continue is no longer in the list. */
  | { readonly _tag: "RoomGone"; readonly message: string; readonly roomId: string }
