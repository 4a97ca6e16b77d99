/**
 * The HTTP contract: nine operations as an `HttpApi`, for servers, documentation and other languages.
 *
 * The client of this project does not go through it: it uses the same schemas and paths with less work for a request.
 *
 * @module
 */
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
import { asSent } from "./internal/openapi.ts"
import { LiveParticipants } from "./LiveParticipant.ts"
import { metadataLimit } from "./Metadata.ts"
import { type OperationName, operations } from "./Operation.ts"
import { ListRecordingsRequest, RecordingsPage } from "./Recording.ts"
import {
  CreatedRoom,
  CreateRoomRequest,
  ListRoomsRequest,
  RoomDetails,
  RoomMetadata,
  RoomRequest,
  RoomsPage
} from "./Room.ts"
import { ListSessionsRequest, Participants, SessionRequest, SessionsPage } from "./Session.ts"
import { UsageMetrics } from "./UsageMetrics.ts"

const message = { message: Schema.String }

/** The request does not fit the contract; `message` names the field. */
export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(message, { httpApiStatus: 400 }) {}

/** No API key, or one that the service does not know. */
export class Unauthenticated extends Schema.Error<Unauthenticated>("Unauthenticated")(message, {
  httpApiStatus: 401
}) {}

/** What was asked for does not exist, or belongs to another API key. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(message, { httpApiStatus: 404 }) {}

/** The metadata of a room is too large. */
export class ContentTooLarge extends Schema.Error<ContentTooLarge>("ContentTooLarge")(message, {
  httpApiStatus: 413
}) {}

/** The API key that a request came with. It says whose rooms, sessions and recordings are meant. */
export class CurrentApiKey extends Context.Service<CurrentApiKey, Redacted.Redacted<string>>()(
  "@effect-rooms/core/CurrentApiKey"
) {}

/** Every request carries its API key in the header `x-api-key`. */
export class ApiKeyAuthorization extends HttpApiMiddleware.Service<ApiKeyAuthorization, { provides: CurrentApiKey }>()(
  "@effect-rooms/core/ApiKeyAuthorization",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key" }) },
    error: Unauthenticated
  }
) {}

/** A request that does not fit its schema is answered with `BadRequest`. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "@effect-rooms/core/RequestValidation",
  { error: BadRequest }
) {}

const summary = (text: string) => OpenApi.annotations({ summary: text })

const path = <Name extends OperationName>(name: Name) => operations[name].path

const RoomsGroup = HttpApiGroup.make("rooms", { topLevel: true })
  .add(
    HttpApiEndpoint.post("createRoom", path("createRoom"), {
      payload: CreateRoomRequest,
      success: CreatedRoom.pipe(HttpApiSchema.status(201)),
      error: ContentTooLarge
    }).annotateMerge(summary(`Create a room. Its metadata is at most ${metadataLimit} bytes of UTF-8 JSON.`)),
    HttpApiEndpoint.get("listRooms", path("listRooms"), {
      query: ListRoomsRequest,
      success: RoomsPage
    }).annotateMerge(summary("List the rooms of the API key, newest first, 10 on a page.")),
    HttpApiEndpoint.get("roomDetails", path("roomDetails"), {
      params: RoomRequest,
      success: RoomDetails,
      error: NotFound
    }).annotateMerge(summary("Read one room.")),
    HttpApiEndpoint.get("roomMetadata", path("roomMetadata"), {
      params: RoomRequest,
      success: RoomMetadata,
      error: NotFound
    }).annotateMerge(summary("Read the metadata of one room.")),
    HttpApiEndpoint.get("listSessions", path("listSessions"), {
      query: ListSessionsRequest,
      success: SessionsPage,
      error: NotFound
    }).annotateMerge(summary("List the sessions of a room, newest first; skips cursor * limit of them.")),
    HttpApiEndpoint.get("sessionParticipants", path("sessionParticipants"), {
      query: SessionRequest,
      success: Participants,
      error: NotFound
    }).annotateMerge(summary("List who took part in a session, one row for each stay."))
  )
  .annotateMerge(OpenApi.annotations({ title: "Rooms and sessions" }))

const LiveSessionsGroup = HttpApiGroup.make("liveSessions", { topLevel: true })
  .add(
    HttpApiEndpoint.get("liveParticipants", path("liveParticipants"), {
      params: RoomRequest,
      success: LiveParticipants,
      error: NotFound
    }).annotateMerge(summary("List who is in a room now. 404 where nobody is."))
  )
  .annotateMerge(OpenApi.annotations({ title: "Live sessions" }))

const RecordingsGroup = HttpApiGroup.make("recordings", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listRecordings", path("listRecordings"), {
      query: ListRecordingsRequest,
      success: RecordingsPage
    }).annotateMerge(summary("List the recordings of one session, or of the API key."))
  )
  .annotateMerge(OpenApi.annotations({ title: "Recordings" }))

const MetricsGroup = HttpApiGroup.make("metrics", { topLevel: true })
  .add(
    HttpApiEndpoint.get("metrics", path("metrics"), { success: UsageMetrics }).annotateMerge(
      summary("Read the usage totals of the API key.")
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Metrics" }))

/** The contract of the room and session service. */
export class RoomsApi extends HttpApi.make("rooms")
  .add(RoomsGroup)
  .add(LiveSessionsGroup)
  .add(RecordingsGroup)
  .add(MetricsGroup)
  .middleware(RequestValidation)
  .middleware(ApiKeyAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Room and session service",
      version: "2",
      description: "Create rooms, and read back rooms, sessions, participants, recordings and usage metrics.",
      transform: asSent
    })
  ) {}
