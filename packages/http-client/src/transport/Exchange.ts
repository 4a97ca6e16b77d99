/**
 * One HTTP exchange: a request and its whole response. Every transport of this package has this shape.
 */
import type { Method, RawResponse } from "@effect-rooms/core/unstable"
import type * as Effect from "effect/Effect"

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: Method
  /** The absolute URL, with its query. */
  readonly url: string
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The status and headers of a response. */
export type ResponseHead = Pick<RawResponse, "status" | "headers">

/** How one exchange is limited and observed. */
export interface ExchangeOptions {
  /** The largest body of a successful response, in bytes. */
  readonly maxBodyBytes: number
  /** Called once, before the first byte of the request can leave this machine. */
  readonly onSend: () => void
}

/** Why an exchange ended without a whole response. */
export type ExchangeFailure =
  | {
      readonly _tag: "NoResponse"
      readonly cause: unknown
      /** `true` if the request certainly wasn't sent; otherwise `cause` may tell. */
      readonly neverSent: boolean
    }
  | { readonly _tag: "BrokenBody"; readonly head: ResponseHead; readonly cause: unknown }
  | { readonly _tag: "BodyTooLarge"; readonly head: ResponseHead }

/**
 * Sends a request and reads its response. However the effect ends, nothing of the request stays in flight. The body of an
 * error response is empty if it is too large, takes too long or breaks off: the status alone identifies the error.
 */
export type Exchange = (
  request: OutgoingRequest,
  options: ExchangeOptions
) => Effect.Effect<RawResponse, ExchangeFailure>
