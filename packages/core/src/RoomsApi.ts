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
import { LiveParticipants } from "./LiveParticipant.ts"
import { metadataLimit } from "./Metadata.ts"
import { type OperationName, operations } from "./Operation.ts"
import { asSent } from "./operations/openapi.ts"
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

/** The API key that a request came with. It says whose rooms, sessions and recordings are meant. */
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

/** A request that does not fit its schema is answered with `BadRequest`. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "@effect-rooms/core/RequestValidation",
  { error: BadRequest }
) {}

const path = <Name extends OperationName>(name: Name) => operations[name].path

const RoomsGroup = HttpApiGroup.make("rooms", { topLevel: true })
  .add(
    HttpApiEndpoint.post("createRoom", path("createRoom"), {
      payload: CreateRoomRequest,
      success: CreatedRoom.annotate({ description: "The room was created." }).pipe(HttpApiSchema.status(201)),
      error: ContentTooLarge
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a room",
        description: `The metadata may have up to ${metadataLimit} bytes of UTF-8 JSON.`
      })
    ),
    HttpApiEndpoint.get("listRooms", path("listRooms"), {
      query: ListRoomsRequest,
      success: RoomsPage.annotate({ description: "A page of rooms." })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List rooms",
        description: "Lists the rooms of the API key, newest first, 10 per page."
      })
    ),
    HttpApiEndpoint.get("roomDetails", path("roomDetails"), {
      params: RoomRequest,
      success: RoomDetails.annotate({ description: "The room." }),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a room",
        description: "Returns one room, including its metadata and whether it is locked."
      })
    ),
    HttpApiEndpoint.get("roomMetadata", path("roomMetadata"), {
      params: RoomRequest,
      success: RoomMetadata.annotate({ description: "The metadata of the room." }),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the metadata of a room",
        description: "Returns the metadata that the room was created with."
      })
    ),
    HttpApiEndpoint.get("listSessions", path("listSessions"), {
      query: ListSessionsRequest,
      success: SessionsPage.annotate({ description: "A page of sessions." }),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the sessions of a room",
        description:
          "Lists the sessions of a room, newest first. Skips `cursor * limit` sessions. `endTime` is null or absent while a session is running."
      })
    ),
    HttpApiEndpoint.get("sessionParticipants", path("sessionParticipants"), {
      query: SessionRequest,
      success: Participants.annotate({ description: "The participants of the session." }),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the participants of a session",
        description: "Lists one row per stay: a participant who leaves and comes back has two."
      })
    )
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Rooms and sessions",
      description: "Create rooms, and read rooms, their past and running sessions, and who took part."
    })
  )

const LiveSessionsGroup = HttpApiGroup.make("liveSessions", { topLevel: true })
  .add(
    HttpApiEndpoint.get("liveParticipants", path("liveParticipants"), {
      params: RoomRequest,
      success: LiveParticipants.annotate({ description: "The participants in the room." }),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the participants in a room now",
        description: "Lists the participants who are in the room now. Responds with 404 if the room is empty."
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Live sessions", description: "See who is in a room now." }))

const RecordingsGroup = HttpApiGroup.make("recordings", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listRecordings", path("listRecordings"), {
      query: ListRecordingsRequest,
      success: RecordingsPage.annotate({ description: "A page of recordings." })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List recordings",
        description: "Lists the recordings of a session or, without `sessionId`, all recordings of the API key."
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Recordings", description: "Find the recordings of sessions." }))

const MetricsGroup = HttpApiGroup.make("metrics", { topLevel: true })
  .add(
    HttpApiEndpoint.get("metrics", path("metrics"), {
      success: UsageMetrics.annotate({ description: "The usage totals of the API key." })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get usage metrics",
        description: "Returns the usage totals of the API key. `totalDuration` is in minutes."
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Metrics", description: "Read how much an API key has used." }))

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
      license: { name: "MIT", identifier: "MIT" },
      servers: [
        // First, so that the documentation page of a service sends its requests to that service.
        { url: "/", description: "The service that serves this document." },
        { url: "http://127.0.0.1:4010", description: "An emulator on your machine, started with --port 4010." }
      ],
      transform: asSent
    })
  ) {}
