/**
 * The operations of the service: the one place that says which there are, and how to request them.
 *
 * Everything else is derived from this table: validation, requests over HTTP, `RoomsApi` and `openapi.json`, the types of
 * errors and evidence, and the routes of the fake and the emulator.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { LiveParticipants } from "../LiveParticipant.ts"
import { ListRecordingsRequest, RecordingsPage } from "../Recording.ts"
import {
  CreatedRoom,
  CreateRoomRequest,
  ListRoomsRequest,
  RoomDetails,
  RoomMetadata,
  RoomRequest,
  RoomsPage
} from "../Room.ts"
import { ListSessionsRequest, Participants, SessionRequest, SessionsPage } from "../Session.ts"
import { UsageMetrics } from "../UsageMetrics.ts"

/** The declaration of one operation. */
export interface OperationSpec {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The path, with its parameters in braces. Fields of the request that it doesn't name go into the query or the body. */
  readonly path: `/${string}`
  /** The fields are sent as they are, so their values have to be JSON. */
  readonly request: Schema.Struct<{ readonly [field: string]: Schema.Codec<Schema.Json, Schema.Json> }>
  /** The status of a successful response. Every status from 200 to 299 is accepted. */
  readonly status: number
  /** The body of a successful response; `Schema.Void` if it has no body. */
  readonly success: Schema.Codec<unknown, unknown>
  /** The tags of the errors that a status stands for, in addition to `commonErrors`. Any other status is a `ServiceError`. */
  readonly errors: { readonly [status: number]: string }
  /** Whether repeating the request does no harm, so that it can be sent again after its response was lost. */
  readonly isSafe: boolean
  /** The tag of the error if the service may or may not have carried out an operation that is not safe. Default: `ServiceError`. */
  readonly outcomeUnknown?: string
}

// A function rather than `satisfies`, so that paths, statuses and tags keep their literal types.
const operation = <const Spec extends OperationSpec>(spec: Spec): Spec => spec

/** The path that every operation starts with. It isn't part of a base URL. */
export const basePath = "/api/v2/sdk"

/** The errors that a status stands for in every operation. */
export const commonErrors = {
  400: "InvalidRequest",
  401: "Unauthorized",
  // mutant: remove `403: "Unauthorized",`
  403: "Unauthorized",
  413: "InvalidRequest",
  // mutant: `422: "InvalidRequest"` -> `418: "InvalidRequest"`
  422: "InvalidRequest"
} as const

/** The operations, by name. */
export const operations = {
  createRoom: operation({
    method: "POST",
    path: `${basePath}/rooms/create-room`,
    request: CreateRoomRequest,
    status: 201,
    success: CreatedRoom,
    errors: { 413: "InvalidRequest" },
    isSafe: false,
    outcomeUnknown: "CreateOutcomeUnknown"
  }),
  listRooms: operation({
    method: "GET",
    path: `${basePath}/rooms/get-rooms`,
    request: ListRoomsRequest,
    status: 200,
    success: RoomsPage,
    errors: {},
    isSafe: true
  }),
  roomDetails: operation({
    method: "GET",
    path: `${basePath}/rooms/room-details/{roomId}`,
    request: RoomRequest,
    status: 200,
    success: RoomDetails,
    errors: { 404: "RoomNotFound" },
    isSafe: true
  }),
  roomMetadata: operation({
    method: "GET",
    path: `${basePath}/rooms/get-metadata/{roomId}`,
    request: RoomRequest,
    status: 200,
    success: RoomMetadata,
    errors: { 404: "RoomNotFound" },
    isSafe: true
  }),
  listSessions: operation({
    method: "GET",
    path: `${basePath}/rooms/session-details`,
    request: ListSessionsRequest,
    status: 200,
    success: SessionsPage,
    errors: { 404: "RoomNotFound" },
    isSafe: true
  }),
  sessionParticipants: operation({
    method: "GET",
    path: `${basePath}/rooms/participant-list`,
    request: SessionRequest,
    status: 200,
    success: Participants,
    // mutant: `404: "SessionNotFound"` -> `410: "SessionNotFound"`
    errors: { 404: "SessionNotFound" },
    isSafe: true
  }),
  liveParticipants: operation({
    method: "GET",
    path: `${basePath}/live-sessions/participants/{roomId}`,
    request: RoomRequest,
    status: 200,
    success: LiveParticipants,
    errors: { 404: "NoLiveSession" },
    isSafe: true
  }),
  listRecordings: operation({
    method: "GET",
    path: `${basePath}/recordings`,
    request: ListRecordingsRequest,
    status: 200,
    success: RecordingsPage,
    errors: {},
    isSafe: true
  }),
  metrics: operation({
    method: "GET",
    path: `${basePath}/metrics`,
    request: Schema.Struct({}),
    status: 200,
    success: UsageMetrics,
    errors: {},
    isSafe: true
  })
}

type Name = keyof typeof operations

/** The names of all operations. */
export const operationNames = Object.keys(operations) as ReadonlyArray<Name>

/** The methods that operations are requested with. */
export const methods: ReadonlyArray<(typeof operations)[Name]["method"]> = [
  ...new Set(operationNames.map((name) => operations[name].method))
]

/** Returns the path of an operation with its parameters in braces, as OpenTelemetry's `url.template` has it. */
export const urlTemplate = (name: Name): string => operations[name].path

/** Makes a record with a value for each operation. */
export const forEachOperation = <A>(make: (name: Name) => A): Record<Name, A> =>
  Object.fromEntries(operationNames.map((name) => [name, make(name)])) as Record<Name, A>
