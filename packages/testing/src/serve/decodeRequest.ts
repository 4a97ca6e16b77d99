/** Decodes requests that arrive over HTTP, by the operation table. */
import {
  fieldsByPlace,
  forEachOperation,
  fromSchemaError,
  type MatchedOperation,
  type OperationName,
  operations,
  parseJson,
  type Request
} from "@effect-rooms/core/unstable"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { FaultRequest } from "../Fault.ts"
import { queryOf } from "./route.ts"

/** The longest path parameter that is read, in characters. */
const maxParameterLength = 16_384

/** The parts of a request that carry its fields. */
export interface ReceivedRequest {
  readonly route: MatchedOperation
  readonly url: string
  /** The body; `undefined` for an operation without one. */
  readonly body: string | undefined
}

type Fields = Readonly<Record<string, unknown>>
type Place = keyof ReturnType<typeof fieldsByPlace>

const decoderOf = (fields: Schema.Struct.Fields, place: Place) => {
  const schema = Schema.Struct(fields)
  const codec =
    place === "body" ? Schema.toCodecJson(schema) : Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(schema))
  const decode = Schema.decodeUnknownResult(codec as Schema.Codec<Fields, unknown>)
  return (input: unknown): Result.Result<Fields, string> =>
    Result.mapError(decode(input), (error) => {
      const { path, problem } = fromSchemaError(error)
      return `${path === "" ? place : `${place}.${path}`}: ${problem}`
    })
}

const isNumeric = (field: Schema.Top): boolean => SchemaAST.isNumber(SchemaAST.toEncoded(field.ast))

const decoders = forEachOperation((name) => {
  const fields: Schema.Struct.Fields = operations[name].request.fields
  const places = fieldsByPlace(name)
  const pick = (place: Place) => Record.filter(fields, (_, field) => places[place].includes(field))
  return {
    places,
    path: decoderOf(pick("path"), "path"),
    query: decoderOf(pick("query"), "query"),
    body: decoderOf(pick("body"), "body"),
    eachInBody: Record.map(pick("body"), (field, name) => decoderOf({ [name]: field }, "body")),
    numeric: new Set(Object.keys(fields).filter((name) => isNumeric(fields[name] as Schema.Top)))
  }
})

/** Returns whether the requests of an operation have a body. */
export const hasBody = (name: OperationName): boolean => decoders[name].places.body.length > 0

const parametersOf = (url: string): Fields => {
  const parameters: Record<string, string | Array<string>> = {}
  const query = queryOf(url)
  if (query === "") return parameters
  for (const [name, value] of new URLSearchParams(query)) {
    const others = parameters[name]
    parameters[name] = others === undefined ? value : [...(Array.isArray(others) ? others : [others]), value]
  }
  return parameters
}

const decodeBody = (text: string, decode: (input: unknown) => Result.Result<Fields, string>) => {
  if (text === "") return decode(undefined)
  const body = parseJson(text)
  return Option.isNone(body) ? Result.fail("body: expected a valid JSON body") : decode(body.value)
}

/** Decodes the request of an operation, or returns a sentence that says what is wrong with it, such as `query.limit: …`. */
export const decodeRequest = <Name extends OperationName>(
  name: Name,
  { body, route: { params }, url }: ReceivedRequest
): Result.Result<Request<Name>, string> =>
  Result.gen(function* () {
    const decoder = decoders[name]
    let request: Fields = {}
    if (decoder.places.path.length > 0) {
      const unreadable = decoder.places.path.find(
        (field) => params[field] === undefined || params[field].length > maxParameterLength
      )
      if (unreadable !== undefined) {
        yield* Result.fail(`path.${unreadable}: not percent-encoded UTF-8, or too long`)
      }
      request = yield* decoder.path(params)
    }
    if (decoder.places.query.length > 0) request = { ...request, ...(yield* decoder.query(parametersOf(url))) }
    if (body !== undefined) request = { ...request, ...(yield* decodeBody(body, decoder.body)) }
    // Each part was decoded by the schema of the operation's request.
    return request as Request<Name>
  })

/** Returns the fields of a request that can be read, for the predicate of a fault and for the log. */
export const readableInput = ({ body, route: { name, params }, url }: ReceivedRequest): FaultRequest["input"] => {
  const { eachInBody, numeric, places } = decoders[name]
  const input: Record<string, unknown> = {}
  const query = new URLSearchParams(queryOf(url))
  for (const field of [...places.path, ...places.query]) {
    const text = params[field] ?? query.get(field)
    if (text === null || text === undefined) continue
    const value = numeric.has(field) ? Number(text) : text
    if (!Number.isNaN(value)) input[field] = value
  }
  const given = body === undefined ? undefined : Option.getOrUndefined(parseJson(body))
  if (Predicate.isObject(given)) {
    for (const [field, decode] of Object.entries(eachInBody)) {
      const decoded = Predicate.hasProperty(given, field) ? decode({ [field]: given[field] }) : Result.fail("")
      if (Result.isSuccess(decoded)) Object.assign(input, decoded.success)
    }
  }
  return input
}
