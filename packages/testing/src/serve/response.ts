/** Responses of the world before they reach a transport, by the quirks. */
import type { RawResponse } from "@effect-rooms/core/unstable"
import * as DateTime from "effect/DateTime"
import * as Record from "effect/Record"
import * as String from "effect/String"
import type { FaultAction } from "../Fault.ts"
import type { Quirks, ResponseQuirk } from "../Quirks.ts"

const json = { "content-type": "application/json" }
const html = { "content-type": "text/html; charset=utf-8" }

const httpDate = (seconds: number) => DateTime.toDateUtc(DateTime.makeUnsafe(seconds * 1_000)).toUTCString()

/** How each quirk that shows in a response as a whole is applied. */
const rules = {
  errorBody: {
    message: (_: number, message: string) => ({ headers: json, text: JSON.stringify({ message }) }),
    okFalse: (_: number, message: string) => ({ headers: json, text: JSON.stringify({ ok: false, message }) }),
    html: (status: number) => ({ headers: html, text: `<!doctype html><html><body><h1>${status}</h1></body></html>` }),
    // mutant: `empty: () => ({ headers: {}, text: "" })` -> `empty: (_: number, message: string) => ({ headers: json, text: JSON.stringify({ message }) })`
    empty: () => ({ headers: {}, text: "" })
  } satisfies Record<Quirks["errorBody"], (status: number, message: string) => Omit<RawResponse, "status">>,
  retryAfter: {
    seconds: (millis: number) => ({ "retry-after": `${Math.ceil(millis / 1_000)}` }),
    date: (millis: number, nowMillis: number) => {
      // A date has whole seconds: the wait is rounded up, as it is in seconds.
      const now = Math.floor(nowMillis / 1_000)
      return { date: httpDate(now), "retry-after": httpDate(now + Math.ceil(millis / 1_000)) }
    },
    // mutant: `millis: (millis: number)` -> `millis: (_: number, millis = 10 * _)`
    millis: (millis: number) => ({ "retry-after-ms": `${millis}` }),
    absent: () => ({})
  } satisfies Record<Quirks["retryAfter"], (millis: number, nowMillis: number) => RawResponse["headers"]>,
  createdStatus: (status: number, quirks: Quirks) => (status === 201 ? quirks.createdStatus : status),
  requestId: (requestId: string, quirks: Quirks) => ({ [quirks.requestId]: requestId })
} satisfies { readonly [Name in ResponseQuirk]: unknown }

/** Makes the response to a successful request. `status` is the one of the contract. */
export const successResponse = (quirks: Quirks, status: number, text: string): RawResponse => ({
  // mutant: `rules.createdStatus(status, quirks)` -> `status`
  status: rules.createdStatus(status, quirks),
  headers: json,
  text
})

/** Makes the response to a request that the service refuses. */
export const errorResponse = (quirks: Quirks, status: number, message: string): RawResponse => ({
  status,
  ...rules.errorBody[quirks.errorBody](status, message)
})

/** Whether error responses carry their message. */
export const sendsMessages = ({ errorBody }: Quirks): boolean => errorBody === "message" || errorBody === "okFalse"

/** Makes the response that a fault puts in place of the service's own. */
export const faultResponse = (
  quirks: Quirks,
  { body, headers = {}, retryAfterMillis, status }: Extract<FaultAction, { readonly _tag: "Respond" }>,
  nowMillis: number
): RawResponse => {
  const written: RawResponse =
    body === undefined
      ? status < 400
        ? { status, headers: {}, text: "" }
        : errorResponse(quirks, status, `a fault answers ${status}`)
      : typeof body === "string"
        ? { status, headers: { "content-type": "text/plain; charset=utf-8" }, text: body }
        : { status, headers: json, text: JSON.stringify(body) }
  const wait = retryAfterMillis === undefined ? {} : rules.retryAfter[quirks.retryAfter](retryAfterMillis, nowMillis)
  return { ...written, headers: { ...written.headers, ...wait, ...Record.mapKeys(headers, String.toLowerCase) } }
}

/** Adds the id of a request, in the header of the quirk `requestId`. */
export const withRequestId = (quirks: Quirks, response: RawResponse, requestId: string | undefined): RawResponse =>
  requestId === undefined
    ? response
    : // mutant: `...rules.requestId(requestId, quirks) }` -> `"x-other-id": requestId }`
      { ...response, headers: { ...response.headers, ...rules.requestId(requestId, quirks) } }
