/**
 * Reads responses: from a status, headers and a body to a value, or to the reason why there isn't one. Every transport uses it,
 * and so does the fake.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Attempt } from "../Evidence.ts"
import type { Mask } from "../masking/makeMask.ts"
import { InvalidResponse, RateLimited, type ServiceErrorReason, UnexpectedStatus } from "../ServiceError.ts"
import { definedFields } from "./definedFields.ts"
import { decodeResult } from "./fastDecoder.ts"
import { parseJson } from "./parseJson.ts"
import { retryAfterOf } from "./retryAfter.ts"
import { fromSchemaError } from "./SchemaProblem.ts"

/** A whole response, not read yet. The names of headers are in lower case. */
export interface RawResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string | undefined }
  readonly text: string
}

/** A request without a usable response. */
export interface RequestFailure {
  readonly reason: ServiceErrorReason
  /** The status of the response, if one arrived. */
  readonly status?: number
  readonly requestId?: string
  /** How long the service asks to wait. */
  readonly retryAfter?: Duration.Duration
  /** Whether the operation ended before anything was sent, whatever `reason` says. */
  readonly neverSent?: boolean
}

/** Returns a failed request as an attempt in the evidence of an error. */
export const attemptOf = ({ reason, status }: RequestFailure, waitedMillis: number): Attempt =>
  definedFields({
    // mutant: remove `status,`
    status,
    cause: reason._tag === "UnexpectedStatus" ? undefined : `${reason._tag}: ${reason.message}`,
    waitedMillis
  })

// mutant: `const excerptLength = 512` -> `const excerptLength = 4_096`
const excerptLength = 512

// A key that is cut off isn't found, so the mask sees much more than the excerpt shows, but not all of a body of megabytes.
const maskedLength = 64 * 1024

const excerptOf = (text: string, mask: Mask): string => mask(text.slice(0, maskedLength)).slice(0, excerptLength)

// mutant: remove `"cf-ray",`
const requestIdHeaders = ["x-request-id", "request-id", "x-amzn-requestid", "x-correlation-id", "cf-ray", "x-amz-cf-id"]

/** Returns the id that the service or a gateway gave a response, as `{ requestId }`. */
export const requestIdOf = (headers: RawResponse["headers"], mask: Mask): { readonly requestId?: string } => {
  for (const name of requestIdHeaders) {
    const value = headers[name]
    if (value !== undefined) return { requestId: mask(value) }
  }
  return {}
}

/** The `message` of an error body, if it has one. It only informs: the status decides which error it is. */
const serverMessageOf = (text: string, mask: Mask): string | undefined => {
  const body = Option.getOrUndefined(parseJson(text))
  // mutant: `body.message !== ""` -> `body.message === ""`
  return Predicate.hasProperty(body, "message") && typeof body.message === "string" && body.message !== ""
    ? excerptOf(body.message, mask)
    : undefined
}

/** Returns whether a status is from 200 to 299. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Returns why a response without a status of success is a failure. `nowMillis` is for a date in `retry-after`. */
export const failureOf = ({ headers, status, text }: RawResponse, mask: Mask, nowMillis: number): RequestFailure => {
  const retryAfter = retryAfterOf(headers, nowMillis)
  const { location } = headers
  const reason =
    status === 429
      ? // mutant: `new RateLimited({ retryAfter })` -> `new RateLimited({ retryAfter: Option.none() })`
        new RateLimited({ retryAfter })
      : new UnexpectedStatus({
          status,
          excerpt: excerptOf(text, mask),
          ...definedFields({
            serverMessage: serverMessageOf(text, mask),
            location: location === undefined ? undefined : mask(location)
          }),
          retryAfter
        })
  return {
    reason,
    status,
    ...requestIdOf(headers, mask),
    ...definedFields({ retryAfter: Option.getOrUndefined(retryAfter) })
  }
}

/**
 * Returns a function that reads responses with a status of success. A body that breaks the contract is an `InvalidResponse`,
 * which says where. If the schema is `Schema.Void`, the body is ignored.
 */
export const responseDecoder = <A>(
  schema: Schema.Codec<A, unknown>,
  mask: Mask
): ((response: RawResponse) => Result.Result<A, RequestFailure>) => {
  const decode = decodeResult(schema)
  const hasBody = !SchemaAST.isVoid(schema.ast)
  const invalid = ({ headers, status, text }: RawResponse, path: string, problem: string): RequestFailure => ({
    reason: new InvalidResponse({ path, problem: mask(problem), excerpt: excerptOf(text, mask) }),
    status,
    ...requestIdOf(headers, mask)
  })
  return (response) => {
    const body = hasBody ? parseJson(response.text) : Option.some(undefined)
    if (Option.isNone(body)) {
      return Result.fail(invalid(response, "", response.text === "" ? "the body is empty" : "the body is not JSON"))
    }
    return Result.mapError(decode(body.value), (error) => {
      const { path, problem } = fromSchemaError(error)
      return invalid(response, path, problem)
    })
  }
}
