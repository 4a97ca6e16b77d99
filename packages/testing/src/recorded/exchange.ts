/**
 * The content of a recording. Each type is one line of the file.
 */
import * as Schema from "effect/Schema"

/** JSON, redacted. */
const Json = Schema.TaggedStruct("Json", { value: Schema.Unknown })

/** Text that is not JSON. Nothing can be redacted in it, so only its length in characters is kept. */
const Text = Schema.TaggedStruct("Text", { characters: Schema.Int })

const failure = {
  description: Schema.String,
  /** The code of the transport, such as `ECONNREFUSED`: it tells whether the service saw the request. */
  code: Schema.optionalKey(Schema.String),
  syscall: Schema.optionalKey(Schema.String)
}

/** Why a connection or a body failed. */
export interface RecordedFailure {
  readonly description: string
  readonly code?: string
  readonly syscall?: string
}

/** A request as it is compared: without host, headers, and what stands before the path of the service. */
export const RecordedRequest = Schema.Struct({
  method: Schema.String,
  /** Percent-encoded, segment by segment. */
  path: Schema.String,
  /** Sorted by name. */
  query: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
  body: Schema.optionalKey(Schema.Union([Json, Text]))
})
export type RecordedRequest = typeof RecordedRequest.Type

/** The body of an answer. */
export const RecordedBody = Schema.Union([
  Json,
  Text,
  Schema.TaggedStruct("Empty", {}),
  /** It broke off. */
  Schema.TaggedStruct("Broken", failure),
  /** The client read this many bytes and no more. */
  Schema.TaggedStruct("Unread", { bytes: Schema.Int })
])
export type RecordedBody = typeof RecordedBody.Type

/** The outcome of a request. */
export const RecordedAnswer = Schema.Union([
  Schema.TaggedStruct("Answered", {
    status: Schema.Int,
    headers: Schema.Record(Schema.String, Schema.String),
    body: RecordedBody
  }),
  /** No answer came. */
  Schema.TaggedStruct("Failed", failure),
  /** The client gave up before an answer came. */
  Schema.TaggedStruct("Abandoned", {})
])
export type RecordedAnswer = typeof RecordedAnswer.Type

/** One request and what became of it. `index` counts requests from 0 in the order in which they were sent. */
export const Exchange = Schema.Struct({
  index: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  request: RecordedRequest,
  answer: RecordedAnswer
})
export type Exchange = typeof Exchange.Type
