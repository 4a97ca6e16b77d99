/**
 * How a world writes its answers, by its quirks: what is the same to a program that reads it rightly.
 */
import type { OperationName, RawResponse } from "@effect-rooms/core/unstable"
import * as DateTime from "effect/DateTime"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as String from "effect/String"
import type { FaultAction } from "../Fault.ts"
import { defaults, type Quirks } from "../Quirks.ts"

const json = { "content-type": "application/json" }
const html = { "content-type": "text/html; charset=utf-8" }

/** An error that the service itself answers. */
export const errorAnswer = (quirks: Quirks, status: number, message: string): RawResponse => {
  switch (quirks.errorBody) {
    case "message":
      return { status, headers: json, text: JSON.stringify({ message }) }
    case "okFalse":
      return { status, headers: json, text: JSON.stringify({ ok: false, message }) }
    case "html":
      return { status, headers: html, text: `<!doctype html><html><body><h1>${status}</h1></body></html>` }
    case "empty":
      // mutant: `return { status, headers: {}, text: "" }` -> `return { status, headers: json, text: JSON.stringify({ message }) }`
      return { status, headers: {}, text: "" }
  }
}

/** Asks for a wait. */
const retryAfterHeaders = (quirks: Quirks, millis: number, nowMillis: number): Record<string, string> => {
  switch (quirks.retryAfter) {
    case "seconds":
      return { "retry-after": `${Math.ceil(millis / 1_000)}` }
    case "date": {
      // Such a date has whole seconds: the wait is rounded up, as it is in the other reading with seconds.
      const now = Math.floor(nowMillis / 1_000)
      return { date: httpDate(now), "retry-after": httpDate(now + Math.ceil(millis / 1_000)) }
    }
    // mutant: `case "millis":` -> `case "millis": millis *= 10`
    case "millis":
      return { "retry-after-ms": `${millis}` }
    case "absent":
      return {}
  }
}

const httpDate = (seconds: number) => DateTime.toDateUtc(DateTime.makeUnsafe(seconds * 1_000)).toUTCString()

/** The answer that a fault puts in place of the service's own. */
export const faultAnswer = (
  quirks: Quirks,
  fault: Extract<FaultAction, { readonly _tag: "Respond" }>,
  nowMillis: number
): RawResponse => {
  const { body, headers = {}, retryAfterMillis, status } = fault
  const wait = retryAfterMillis === undefined ? {} : retryAfterHeaders(quirks, retryAfterMillis, nowMillis)
  const written: RawResponse =
    body === undefined
      ? status < 400
        ? { status, headers: {}, text: "" }
        : errorAnswer(quirks, status, `a fault answers ${status}`)
      : typeof body === "string"
        ? { status, headers: { "content-type": "text/plain; charset=utf-8" }, text: body }
        : { status, headers: json, text: JSON.stringify(body) }
  return { ...written, headers: { ...written.headers, ...wait, ...Record.mapKeys(headers, String.toLowerCase) } }
}

/** Adds the id of a request. */
export const withRequestId = (quirks: Quirks, answer: RawResponse, requestId: string | undefined): RawResponse =>
  requestId === undefined ? answer : { ...answer, headers: { ...answer.headers, [quirks.requestId]: requestId } }

/** The quirks that only how a success is written shows. */
const bodyQuirks = [
  "createdAt",
  "sessionTimes",
  "runningEndTime",
  "presentExitTime",
  "liveJoinTime",
  "metadata",
  "roomsEnd",
  "roomsBeginning",
  "recordingsEnd"
] as const

export const writesBodiesPlainly = (quirks: Quirks): boolean =>
  bodyQuirks.every((name) => quirks[name] === defaults[name])

/** Whether nothing that a door sends differs from what the routes answer. */
export const isWrittenPlainly = (quirks: Quirks): boolean =>
  writesBodiesPlainly(quirks) &&
  (["createdStatus", "errorBody", "pathPrefix", "requestId"] as const).every((name) => quirks[name] === defaults[name])

/** Which keys of an answer are left out where they are `null`. */
const leftOut = (quirks: Quirks, operation: OperationName): ReadonlySet<string> =>
  new Set([
    ...(operation === "listRooms" && quirks.roomsEnd === "absent" ? ["nextCursor"] : []),
    ...(operation === "listRooms" && quirks.roomsBeginning === "absent" ? ["prevCursor"] : []),
    ...(operation === "listRecordings" && quirks.recordingsEnd === "absent" ? ["nextCursor"] : []),
    ...(quirks.runningEndTime === "absent" ? ["endTime"] : []),
    ...(quirks.presentExitTime === "absent" ? ["exitTime"] : []),
    ...(quirks.liveJoinTime === "absent" ? ["joinTime"] : [])
  ])

const sessionTimes = new Set(["startTime", "endTime", "joinTime", "exitTime"])

/** The JSON of a success, written by the quirks. Metadata is the caller's: nothing in it is touched. */
export const writeBody = (quirks: Quirks, operation: OperationName, body: unknown): unknown => {
  const absent = leftOut(quirks, operation)
  const writesIso = (key: string) =>
    key === "createdAt" ? quirks.createdAt === "iso8601" : sessionTimes.has(key) && quirks.sessionTimes === "iso8601"
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write)
    if (!Predicate.isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => {
        if (each === null && absent.has(key)) return []
        if (key === "metadata")
          return [[key, quirks.metadata === "jsonText" && each !== null ? JSON.stringify(each) : each]]
        if (typeof each === "number" && writesIso(key)) return [[key, DateTime.formatIso(DateTime.makeUnsafe(each))]]
        return [[key, write(each)]]
      })
    )
  }
  return write(body)
}
