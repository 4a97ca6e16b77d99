/**
 * What an answer means: from a status, headers and a body to what an operation gives, or to why it gives nothing. It is
 * the one place that knows, for the transport and for whatever stands in for one. For those who write a backend.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Attempt } from "./Evidence.ts"
import { fromSchemaError } from "./SchemaProblem.ts"
import { InvalidResponse, RateLimited, type ServiceErrorReason, UnexpectedStatus } from "./ServiceError.ts"
import { decodeResult } from "./wire/fastDecoder.ts"
import { parseJson } from "./wire/parseJson.ts"
import { retryAfterOf } from "./wire/retryAfter.ts"

/** A whole answer. The names of headers are in lower case. */
export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: string | undefined }
  readonly text: string
}

/** A request that came to nothing. */
export interface RequestFailure {
  readonly reason: ServiceErrorReason
  /** The status of the answer, where one arrived. */
  readonly status?: number
  readonly requestId?: string
  /** How long the service asks to wait. */
  readonly retryAfter?: Duration.Duration
  /** Whether it ended before anything was sent, whatever the reason says of the request as a whole. */
  readonly neverSent?: boolean
}

/** A failed request as the evidence of an error has it. */
export const attemptOf = ({ reason, status }: RequestFailure, waitedMillis: number): Attempt => ({
  // mutant: `...(status === undefined ? {} : { status }), ...(reason` -> `...(reason`
  ...(status === undefined ? {} : { status }),
  ...(reason._tag === "UnexpectedStatus" ? {} : { cause: `${reason._tag}: ${reason.message}` }),
  waitedMillis
})

/** Takes secrets out of what the service says. */
export type Mask = (text: string) => string

// mutant: `const excerptLength = 512` -> `const excerptLength = 4_096`
const excerptLength = 512

// A key that is cut off isn't found, so far more is masked than is shown, but not all of a body of megabytes.
const maskedLength = 64 * 1024

/** The beginning of a body: as evidence, and never long. */
const excerptOf = (text: string, mask: Mask): string => mask(text.slice(0, maskedLength)).slice(0, excerptLength)

// mutant: remove `"cf-ray",`
const requestIdHeaders = ["x-request-id", "request-id", "x-amzn-requestid", "x-correlation-id", "cf-ray", "x-amz-cf-id"]

/** The id that the service, or a gateway before it, gave an answer: `{ requestId }`, or nothing. */
export const requestIdOf = (headers: Answer["headers"], mask: Mask): { readonly requestId?: string } => {
  for (const name of requestIdHeaders) {
    const value = headers[name]
    if (value !== undefined) return { requestId: mask(value) }
  }
  return {}
}

/** The `message` of an error body, where it has one. It informs; what the error is, the status decides. */
const serverMessageOf = (text: string, mask: Mask): { readonly serverMessage?: string } => {
  const body = Option.getOrUndefined(parseJson(text))
  // mutant: `body.message !== ""` -> `body.message === ""`
  return Predicate.hasProperty(body, "message") && typeof body.message === "string" && body.message !== ""
    ? { serverMessage: excerptOf(body.message, mask) }
    : {}
}

/** Whether a status is one of 200 to 299. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** What an answer that is no success comes to. `nowMillis` is for a date in `retry-after`. */
export const failureOf = ({ headers, status, text }: Answer, mask: Mask, nowMillis: number): RequestFailure => {
  const retryAfter = retryAfterOf(headers, nowMillis)
  const { location } = headers
  const reason =
    status === 429
      ? // mutant: `new RateLimited({ retryAfter })` -> `new RateLimited({ retryAfter: Option.none() })`
        new RateLimited({ retryAfter })
      : new UnexpectedStatus({
          status,
          excerpt: excerptOf(text, mask),
          ...serverMessageOf(text, mask),
          ...(location === undefined ? {} : { location: mask(location) }),
          retryAfter
        })
  return {
    reason,
    status,
    ...requestIdOf(headers, mask),
    ...Option.match(retryAfter, { onNone: () => ({}), onSome: (retryAfter) => ({ retryAfter }) })
  }
}

/** Reads answers with a status of success. What breaks the contract is an `InvalidResponse` that says where. */
export const decodeAnswer = <A>(
  schema: Schema.Codec<A, unknown>,
  mask: Mask
): ((answer: Answer) => Result.Result<A, RequestFailure>) => {
  const decode = decodeResult(schema)
  const invalid = ({ headers, status, text }: Answer, path: string, problem: string): RequestFailure => ({
    reason: new InvalidResponse({ path, problem: mask(problem), excerpt: excerptOf(text, mask) }),
    status,
    ...requestIdOf(headers, mask)
  })
  return (answer) => {
    const body = parseJson(answer.text)
    if (Option.isNone(body)) {
      return Result.fail(invalid(answer, "", answer.text === "" ? "the body is empty" : "the body is not JSON"))
    }
    return Result.mapError(decode(body.value), (error) => {
      const { path, problem } = fromSchemaError(error)
      return invalid(answer, path, problem)
    })
  }
}
