/**
 * Encodes an error as JSON: its fields by its own schema, with its evidence next to them.
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

type Fields = { readonly [field: string]: unknown }

// Every error of this project is its own schema, and needs no service to be encoded.
const isCodec = (value: unknown): value is Schema.Codec<unknown, unknown> => Schema.isSchema(value)

const encode = (error: object): Fields => {
  if (!isCodec(error.constructor)) return {}
  const encoded = Schema.encodeUnknownOption(Schema.toCodecJson(error.constructor))(error)
  return Option.getOrElse(Option.filter(encoded, Predicate.isObject), () => ({}))
}

/** Encodes the wait in milliseconds, as everywhere. */
const waitOf = (error: object): Fields =>
  Predicate.hasProperty(error, "retryAfter") && Option.isOption(error.retryAfter)
    ? Option.match(Option.filter(error.retryAfter, Duration.isDuration), {
        onNone: () => ({}),
        onSome: (wait) => ({ retryAfterMillis: Duration.toMillis(wait) })
      })
    : {}

const withoutWait = (reason: unknown): unknown => {
  if (!Predicate.isObject(reason)) return reason
  const { retryAfter: _, ...rest } = { retryAfter: undefined, ...reason }
  return rest
}

/** Returns everything in an error, except its tag and message. */
export const fieldsOf = (error: object): Fields => {
  const { _tag, evidence, hint: _hint, problem, reason, ...fields } = encode(error)
  return {
    ...(Predicate.isObject(evidence) ? evidence : {}),
    ...fields,
    // If there is nothing else, the message is the problem.
    ...(problem === undefined || Object.keys(fields).length === 0 ? {} : { problem }),
    ...("isRetryable" in error ? { isRetryable: error.isRetryable } : {}),
    ...waitOf(error),
    ...(reason === undefined ? {} : { reason: withoutWait(reason) })
  }
}
