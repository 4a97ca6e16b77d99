/**
 * Redacts exchanges before they are written.
 *
 * Text is kept only in harmless fields of the contract: ids, times, and the message of the service. Text in any other
 * field is taken for personal, as a service may add fields at any time. Property names stay, and so do booleans, `null`,
 * and numbers outside of metadata, which are counts, times and sizes.
 */
import { operations, parseJson } from "@effect-rooms/core/unstable"
import type * as Headers from "effect/http/Headers"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { idempotencyKey, knownFields, redactionByName, redactionByPath } from "./contractFields.ts"
import type { RecordedAnswer, RecordedBody, RecordedFailure, RecordedRequest } from "./exchange.ts"
import { operationOf } from "./operationOf.ts"
import { Pseudonyms } from "./pseudonyms.ts"
import { pathOf, segmentsOf } from "./requestOf.ts"
import { Secrets } from "./secrets.ts"
import { failureOf } from "./transportCause.ts"

/** The options of redaction. */
export interface RedactionChoice {
  readonly keep: ReadonlyArray<string>
  readonly redactIds: boolean
}

/** A body as it came. */
export type RawBody =
  | { readonly _tag: "Whole"; readonly text: string }
  | { readonly _tag: "Broken"; readonly cause: unknown }
  | { readonly _tag: "Unread"; readonly bytes: number }

/** The outcome of a request, before redaction. */
export type RawAnswer =
  | { readonly _tag: "Answered"; readonly status: number; readonly headers: Headers.Headers; readonly body: RawBody }
  | { readonly _tag: "Failed"; readonly cause: unknown }
  | { readonly _tag: "Abandoned" }

const isTime = (text: string) => /^[\dTZ:+\-. ]+$/.test(text)

const keptHeaders = new Set([
  "content-type",
  "retry-after",
  "retry-after-ms",
  "x-request-id",
  "request-id",
  "x-amzn-requestid",
  "x-correlation-id",
  "cf-ray",
  "x-amz-cf-id"
])

const mediaExtension = /\.(?:mp4|webm|mkv|mov|mp3|m4a|wav|ogg|m3u8)$/i

/** What is deeper is not written: an engine could not write it. */
const deepest = 500
const tooDeep = "redacted"

const mapValues = (
  value: object,
  name: (key: string) => string,
  map: (value: unknown, key: string) => unknown
): object =>
  // Not by assignment: a property may be called `__proto__`.
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), map(inner, key)]))

export class Redactor {
  private readonly choice: RedactionChoice
  private readonly kept: ReadonlySet<string>
  private readonly secrets = new Secrets()
  private readonly pseudonyms = new Pseudonyms()
  private readonly propertyName = (key: string) => (knownFields.has(key) ? key : this.secrets.mask(key))

  constructor(choice: RedactionChoice) {
    this.choice = choice
    this.kept = new Set(choice.keep)
  }

  /** Learns the credentials of a request. They are in nothing that is redacted later. */
  learn(headers: Headers.Headers): void {
    this.secrets.learn(headers)
  }

  learnCookies(values: Iterable<string>): void {
    this.secrets.learnCookies(values)
  }

  request(request: RecordedRequest): RecordedRequest {
    const segments = segmentsOf(request.path)
    const operation = operationOf(request)
    const hasId = operation !== undefined && operations[operation].path.includes("{")
    return {
      method: request.method,
      path: pathOf(
        segments.map((segment, at) =>
          hasId && at === segments.length - 1 ? this.id(segment) : this.secrets.mask(segment)
        )
      ),
      query: request.query.map(([name, value]) => [this.propertyName(name), this.parameter(name, value)] as const),
      ...(request.body === undefined
        ? {}
        : {
            body:
              request.body._tag === "Json" ? { ...request.body, value: this.json(request.body.value) } : request.body
          })
    }
  }

  answer(answer: RawAnswer): RecordedAnswer {
    switch (answer._tag) {
      case "Answered": {
        const body = this.body(answer.body)
        return { _tag: "Answered", status: answer.status, headers: this.headers(answer.headers, body), body }
      }
      case "Failed":
        return { _tag: "Failed", ...this.failure(answer.cause) }
      case "Abandoned":
        return answer
    }
  }

  private body(body: RawBody): RecordedBody {
    switch (body._tag) {
      case "Whole":
        if (body.text === "") return { _tag: "Empty" }
        return Option.match(parseJson(body.text), {
          onNone: (): RecordedBody => ({ _tag: "Text", characters: body.text.length }),
          onSome: (value): RecordedBody => ({ _tag: "Json", value: this.json(value) })
        })
      case "Broken":
        return { _tag: "Broken", ...this.failure(body.cause) }
      case "Unread":
        return body
    }
  }

  private headers(headers: Headers.Headers, body: RecordedBody): Record<string, string> {
    const written: Record<string, string> = {}
    for (const [name, value] of Object.entries(headers)) {
      // The length is that of what was sent, which nobody gets to see again; but a client may have refused it.
      const isKept = keptHeaders.has(name) || (name === "content-length" && body._tag === "Unread")
      if (name === "location") written[name] = this.url(value)
      else if (isKept && value !== undefined && !this.pseudonyms.isSpokenOf(value))
        written[name] = this.secrets.mask(value)
    }
    return written
  }

  private failure(cause: unknown): RecordedFailure {
    const failure = failureOf(cause)
    return { ...failure, description: this.freeText(failure.description) }
  }

  private json(value: unknown): unknown {
    // Twice: what a message speaks of may stand behind it.
    this.plain(value, "", 0)
    return this.plain(value, "", 0)
  }

  private plain(value: unknown, path: string, depth: number): unknown {
    if (depth > deepest) return tooDeep
    if (typeof value === "string") return this.text(value, path)
    if (Array.isArray(value)) return value.map((inner) => this.plain(inner, path, depth + 1))
    if (!Predicate.isObject(value)) return value
    return mapValues(value, this.propertyName, (inner, key) =>
      key === "metadata"
        ? this.metadata(inner, depth + 1)
        : this.plain(inner, path === "" ? key : `${path}.${key}`, depth + 1)
    )
  }

  private text(value: string, path: string): string {
    switch (redactionByPath.get(path)) {
      case "id":
        return this.id(value)
      case "time":
        return isTime(value) ? value : this.pseudonyms.ofText(value)
      case "url":
        return this.url(value)
      case "message":
        return this.freeText(value)
      case "kept":
      case "personal":
      case undefined:
        return path === "message" ? this.freeText(value) : this.pseudonyms.ofText(value)
    }
  }

  private id(value: string): string {
    return this.choice.redactIds ? this.pseudonyms.ofText(value) : this.secrets.mask(value)
  }

  private parameter(name: string, value: string): string {
    const redaction = redactionByName[name]
    if (redaction === "id") return this.id(value)
    return redaction === "kept" && /^\d*$/.test(value) ? value : this.pseudonyms.ofText(value)
  }

  private freeText(value: string): string {
    return this.pseudonyms.isSpokenOf(value) ? this.pseudonyms.ofText(value) : this.secrets.mask(value)
  }

  /** The origin of a URL and the number of its segments; a signature is in the query, and so may be anything. */
  private url(value: string): string {
    const url = URL.parse(value)
    if (url === null || url.origin === "null") return this.pseudonyms.ofText(value)
    const extension = mediaExtension.exec(url.pathname)?.[0] ?? ""
    const segments = url.pathname.slice(0, url.pathname.length - extension.length).split("/")
    const redacted = segments.map((segment) => this.pseudonyms.ofText(segment)).join("/")
    return this.secrets.mask(url.origin) + redacted + extension
  }

  /** Metadata is an object, or text that holds the JSON of one. */
  private metadata(value: unknown, depth: number): unknown {
    if (typeof value === "string") {
      return Option.match(parseJson(value), {
        onNone: () => this.pseudonyms.ofText(value),
        onSome: (parsed) => JSON.stringify(depth > deepest ? tooDeep : this.metadata(parsed, depth + 1))
      })
    }
    if (!Predicate.isObject(value)) return this.personal(value, depth)
    return mapValues(value, this.propertyName, (inner, key) =>
      key === idempotencyKey && typeof inner === "string"
        ? this.secrets.mask(inner)
        : this.personalField(inner, key, depth)
    )
  }

  private personalField(value: unknown, key: string, depth: number): unknown {
    return this.kept.has(key) ? this.masked(value, depth + 1) : this.personal(value, depth + 1)
  }

  private personal(value: unknown, depth: number): unknown {
    if (depth > deepest) return tooDeep
    if (typeof value === "string") return this.pseudonyms.ofText(value)
    if (typeof value === "number") return this.pseudonyms.ofNumber(value)
    if (Array.isArray(value)) return value.map((inner) => this.personal(inner, depth + 1))
    if (!Predicate.isObject(value)) return value
    return mapValues(value, this.propertyName, (inner, key) => this.personalField(inner, key, depth))
  }

  private masked(value: unknown, depth: number): unknown {
    if (depth > deepest) return tooDeep
    if (typeof value === "string") return this.secrets.mask(value)
    if (Array.isArray(value)) return value.map((inner) => this.masked(inner, depth + 1))
    if (!Predicate.isObject(value)) return value
    return mapValues(value, this.propertyName, (inner) => this.masked(inner, depth + 1))
  }
}
