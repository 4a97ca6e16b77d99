/**
 * The nine operations of the service: their names, methods and paths.
 *
 * @module
 */

/** Method and path of every operation. A path parameter is written `:name`. */
export const operations = {
  createRoom: { method: "POST", path: "/api/v2/sdk/rooms/create-room" },
  listRooms: { method: "GET", path: "/api/v2/sdk/rooms/get-rooms" },
  roomDetails: { method: "GET", path: "/api/v2/sdk/rooms/room-details/:roomId" },
  roomMetadata: { method: "GET", path: "/api/v2/sdk/rooms/get-metadata/:roomId" },
  listSessions: { method: "GET", path: "/api/v2/sdk/rooms/session-details" },
  sessionParticipants: { method: "GET", path: "/api/v2/sdk/rooms/participant-list" },
  liveParticipants: { method: "GET", path: "/api/v2/sdk/live-sessions/participants/:roomId" },
  listRecordings: { method: "GET", path: "/api/v2/sdk/recordings" },
  metrics: { method: "GET", path: "/api/v2/sdk/metrics" }
} as const

/** The path that all operations begin with. It is not part of a base URL. */
export const basePath = "/api/v2/sdk"

/** The name of one of the nine operations. */
export type OperationName = keyof typeof operations

/** The names of all nine operations. */
export const operationNames = Object.keys(operations) as ReadonlyArray<OperationName>

/** The path of an operation with its parameters in braces, as OpenTelemetry's `url.template` has it. */
export const urlTemplate = (operation: OperationName): string => operations[operation].path.replace(/:(\w+)/g, "{$1}")
