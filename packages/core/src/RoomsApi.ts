/**
 * The HTTP contract as an `HttpApi`, for servers, documentation and other languages. It is derived from the operation table.
 *
 * Our own client doesn't use it: it takes the same schemas and paths from the table, with less work per request.
 *
 * @module
 */
import type * as Array from "effect/Array"
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { metadataLimit } from "./Metadata.ts"
import type { OperationName } from "./Operation.ts"
import { documentation } from "./operations/documentation.ts"
import { fieldsByPlace, type ParameterOf } from "./operations/http.ts"
import { asSent } from "./operations/openapi.ts"
import { type OperationSpec, operationNames, operations } from "./operations/table.ts"

/** The body of an error response. Its identifier names the body's schema in the OpenAPI document. */
const errorBody = (identifier: string) => Schema.Struct({ message: Schema.String }).annotate({ identifier })

/** The request doesn't match the contract; `message` names the field. */
export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(errorBody("BadRequest"), {
  httpApiStatus: 400,
  description: "The request doesn't match the contract. The message names the field."
}) {}

/** The API key is missing, or the service doesn't know it. */
export class Unauthenticated extends Schema.Error<Unauthenticated>("Unauthenticated")(errorBody("Unauthenticated"), {
  httpApiStatus: 401,
  description: "The API key is missing, or the service doesn't know it."
}) {}

/** The room or session doesn't exist, or belongs to another API key. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(errorBody("NotFound"), {
  httpApiStatus: 404,
  description: "The room or session doesn't exist, or belongs to another API key."
}) {}

/** The metadata of a room is too large. */
export class ContentTooLarge extends Schema.Error<ContentTooLarge>("ContentTooLarge")(errorBody("ContentTooLarge"), {
  httpApiStatus: 413,
  description: `The metadata is larger than ${metadataLimit} bytes.`
}) {}

/** The API key of a request. It decides whose rooms, sessions and recordings the request is about. */
export class CurrentApiKey extends Context.Service<CurrentApiKey, Redacted.Redacted<string>>()(
  "@effect-rooms/core/CurrentApiKey"
) {}

/** Every request carries its API key in the header `x-api-key`. */
export class ApiKeyAuthorization extends HttpApiMiddleware.Service<ApiKeyAuthorization, { provides: CurrentApiKey }>()(
  "@effect-rooms/core/ApiKeyAuthorization",
  {
    security: {
      apiKey: HttpApiSecurity.apiKey({ key: "x-api-key" }).pipe(
        HttpApiSecurity.annotate(
          OpenApi.Description,
          "The API key. It decides whose rooms, sessions and recordings you see."
        )
      )
    },
    error: Unauthenticated
  }
) {}

/** Responds with `BadRequest` to a request that doesn't fit its schema. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "@effect-rooms/core/RequestValidation",
  { error: BadRequest }
) {}

/** The bodies of error responses, by the status that an operation declares in the table. */
const errorBodies = { 404: NotFound, 413: ContentTooLarge } satisfies { readonly [Status in DeclaredStatus]: unknown }

/** The titles and descriptions of the groups that operations are in. */
const groups = {
  rooms: {
    title: "Rooms and sessions",
    description: "Create rooms, and read rooms, their past and running sessions, and who took part."
  },
  liveSessions: { title: "Live sessions", description: "See who is in a room now." },
  recordings: { title: "Recordings", description: "Find the recordings of sessions." },
  metrics: { title: "Metrics", description: "Read how much an API key has used." }
} satisfies { readonly [Name in GroupName]: unknown }

type Table = typeof operations

type GroupName = (typeof documentation)[OperationName]["group"]

type StatusOf<Name extends OperationName> = keyof Table[Name]["errors"]

type DeclaredStatus = { readonly [Name in OperationName]: StatusOf<Name> }[OperationName]

type FieldsOf<Name extends OperationName> = Table[Name]["request"]["fields"]

type PathField<Name extends OperationName> = Extract<keyof FieldsOf<Name>, ParameterOf<Table[Name]["path"]>>

/** The schema of some fields of a request; `never` if there aren't any, as endpoints expect it. */
type SchemaOf<Fields> = [keyof Fields] extends [never]
  ? never
  : Fields extends Schema.Struct.Fields
    ? Schema.Struct<Fields>
    : never

type OtherFields<Name extends OperationName> = SchemaOf<Omit<FieldsOf<Name>, PathField<Name>>>

type HasBody<Name extends OperationName> = Table[Name]["method"] extends "POST" | "PUT" | "PATCH" ? true : false

type StringTree<S> = [S] extends [Schema.Top] ? Schema.toCodecStringTree<S> : never

type Json<S> = [S] extends [Schema.Top] ? Schema.toCodecJson<S> : never

/** The endpoint of an operation. */
export type Endpoint<Name extends OperationName> = HttpApiEndpoint.HttpApiEndpoint<
  Name,
  Table[Name]["method"],
  `/${string}`,
  StringTree<SchemaOf<Pick<FieldsOf<Name>, PathField<Name>>>>,
  HasBody<Name> extends true ? never : StringTree<OtherFields<Name>>,
  HasBody<Name> extends true ? Json<OtherFields<Name>> : never,
  never,
  Schema.toCodecJson<Table[Name]["success"]>,
  Json<(typeof errorBodies)[Extract<StatusOf<Name>, keyof typeof errorBodies>]>
>

/** A schema of some fields of a request, or the request's own if these are all. */
const pick = (request: OperationSpec["request"], names: ReadonlyArray<string>): Schema.Top | undefined => {
  if (names.length === 0) return undefined
  const fields = Object.entries(request.fields)
  return names.length === fields.length
    ? request
    : Schema.Struct(Object.fromEntries(fields.filter(([name]) => names.includes(name))))
}

const bodyOf = (status: string) =>
  Object.entries(errorBodies).flatMap(([known, body]) => (known === status ? [body] : []))

const endpoint = <Name extends OperationName>(name: Name): Endpoint<Name> => {
  const { errors, method, path, request, status, success }: OperationSpec = operations[name]
  const { description, returns, summary } = documentation[name]
  const places = fieldsByPlace(name)
  const made = HttpApiEndpoint.make(method)(name, pathPattern(path), {
    params: pick(request, places.path),
    query: pick(request, places.query),
    payload: pick(request, places.body),
    success: success.annotate({ description: returns }).pipe(HttpApiSchema.status(status)),
    error: Object.keys(errors).flatMap(bodyOf)
  })
  // The schemas are those that `Endpoint` names: both come from the table.
  return made.annotateMerge(OpenApi.annotations({ summary, description })) as unknown as Endpoint<Name>
}

/** The path with its parameters as routers write them: `:roomId`. */
const pathPattern = (path: `/${string}`): `/${string}` => `/${path.slice(1).replace(/{(\w+)}/g, ":$1")}`

type Endpoints<Group extends GroupName> = {
  readonly [Name in OperationName]: (typeof documentation)[Name]["group"] extends Group ? Endpoint<Name> : never
}[OperationName]

const group = <Name extends GroupName>(name: Name) => {
  const endpoints = operationNames.flatMap((operation) =>
    documentation[operation].group === name ? [endpoint(operation)] : []
  )
  return HttpApiGroup.make(name, { topLevel: true })
    .add(...(endpoints as unknown as Array.NonEmptyReadonlyArray<Endpoints<Name>>))
    .annotateMerge(OpenApi.annotations(groups[name]))
}

/** The contract of the room and session service. */
export class RoomsApi extends HttpApi.make("rooms")
  .add(group("rooms"), group("liveSessions"), group("recordings"), group("metrics"))
  .middleware(RequestValidation)
  .middleware(ApiKeyAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Room and session service",
      version: "2",
      description: "Create rooms, and read back rooms, sessions, participants, recordings and usage metrics.",
      license: { name: "MIT", identifier: "MIT" },
      servers: [
        // First, so that the documentation page of a service sends its requests to that service.
        { url: "/", description: "The service that serves this document." },
        { url: "http://127.0.0.1:4010", description: "An emulator on your machine, started with --port 4010." }
      ],
      transform: asSent
    })
  ) {}
