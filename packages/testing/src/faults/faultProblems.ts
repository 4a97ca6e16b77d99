/**
 * Faults that no transport could carry out, although each of their fields is valid.
 */

import { JsonMetadata, metadataDepthLimit } from "@effect-rooms/core/Metadata"
import type { OperationName } from "@effect-rooms/core/unstable"
import * as Schema from "effect/Schema"

interface Problem {
  readonly path: ReadonlyArray<string | number>
  readonly issue: string
}

// Transports write these themselves. A wrong one would break every later response on the connection.
const transportHeaders = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

const isName = (text: string) => /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(text)

// Spaces around a value are lost on the way.
const isValue = (text: string) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && !/^[\t ]|[\t ]$/.test(text)

/** Returns the problem of headers that cannot be sent. */
export const headerProblem = (headers: { readonly [name: string]: string }): Problem | undefined => {
  for (const [name, value] of Object.entries(headers)) {
    if (!isName(name)) return { path: [name], issue: "is not a valid header name" }
    if (transportHeaders.has(name.toLowerCase())) return { path: [name], issue: "is set by the transport" }
    if (!isValue(value))
      return {
        path: [name],
        issue: "is not a valid header value: use Latin 1 without control characters and without spaces around it"
      }
  }
  return undefined
}

/** Statuses whose responses have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const isMetadata = Schema.is(JsonMetadata)

/** Returns whether JSON is nested no deeper than metadata may be. Deeper JSON might not be serializable. */
export const isShallow = (value: unknown): boolean => isMetadata({ value })

export const bodyProblem = ({
  body,
  status
}: {
  readonly status: number
  readonly body?: unknown
}): Problem | undefined => {
  if (body === undefined || body === "") return undefined
  if (bodiless.has(status))
    return { path: ["body"], issue: `cannot be sent: a response with status ${status} has no body` }
  return isShallow(body)
    ? undefined
    : { path: ["body"], issue: `must not be nested ${metadataDepthLimit} levels deep, or more` }
}

interface Window {
  readonly fromMillis?: number
  readonly untilMillis?: number
}

export const windowProblem = ({ fromMillis, untilMillis }: Window): Problem | undefined =>
  fromMillis !== undefined && untilMillis !== undefined && untilMillis <= fromMillis
    ? { path: ["untilMillis"], issue: "is not after fromMillis, so no request is in this window" }
    : undefined

interface Drifting {
  readonly operations?: ReadonlyArray<OperationName>
  readonly action: { readonly _tag: string; readonly removed?: number; readonly removedAtEnd?: number }
}

const lists: ReadonlyArray<OperationName> = ["listRooms", "listSessions", "listRecordings"]

export const driftProblem = ({ action, operations }: Drifting): Problem | undefined => {
  if (action._tag !== "Drift") return undefined
  if (operations === undefined)
    return { path: ["operations"], issue: `must name lists, because only lists drift: ${lists.join(", ")}` }
  const index = operations.findIndex((operation) => !lists.includes(operation))
  if (index >= 0) return { path: ["operations", index], issue: "is not a list, and only lists drift" }
  if (operations.every((operation) => operation === "listRooms")) return undefined
  const removal = (["removed", "removedAtEnd"] as const).find((name) => (action[name] ?? 0) > 0)
  return removal === undefined
    ? undefined
    : { path: ["action", removal], issue: "must be 0: sessions and recordings are never deleted" }
}
