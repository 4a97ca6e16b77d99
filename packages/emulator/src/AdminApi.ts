/**
 * What the service's contract leaves out: the media plane, by which things happen in the emulator's world.
 *
 * @module
 */
import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { JsonMetadata } from "@effect-rooms/core/Metadata"
import { Recording } from "@effect-rooms/core/Recording"
import { NotFound, RequestValidation } from "@effect-rooms/core/RoomsApi"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

/** What was asked for does not fit what is going on: a locked room, an idle one, a peer that is there or not. */
export class Conflict extends Schema.Error<Conflict>("Conflict")({ message: Schema.String }, { httpApiStatus: 409 }) {}

const room = { roomId: RoomId }

const summary = (text: string) => OpenApi.annotations({ summary: text })

const MediaPlane = HttpApiGroup.make("mediaPlane", { topLevel: true }).add(
  HttpApiEndpoint.post("join", "/rooms/:roomId/join", {
    params: room,
    payload: Schema.Struct({ peerId: Schema.optionalKey(PeerId), metadata: Schema.optionalKey(JsonMetadata) }),
    success: Schema.Struct({ sessionId: SessionId, peerId: PeerId }),
    error: [NotFound, Conflict]
  }).annotateMerge(summary("A peer enters a room; the first one begins a session.")),
  HttpApiEndpoint.post("leave", "/rooms/:roomId/leave", {
    params: room,
    payload: Schema.Struct({ peerId: PeerId }),
    error: [NotFound, Conflict]
  }).annotateMerge(summary("A peer leaves a room; the last one ends the session.")),
  HttpApiEndpoint.post("end", "/rooms/:roomId/end", {
    params: room,
    success: Schema.Struct({ sessionId: SessionId }),
    error: [NotFound, Conflict]
  }).annotateMerge(summary("Everybody leaves, and the session ends.")),
  HttpApiEndpoint.post("lock", "/rooms/:roomId/lock", {
    params: room,
    payload: Schema.Struct({ locked: Schema.Boolean }),
    error: NotFound
  }).annotateMerge(summary("Locks or unlocks a room. A locked room refuses joins.")),
  HttpApiEndpoint.post("livestream", "/rooms/:roomId/livestream", {
    params: room,
    error: NotFound
  }).annotateMerge(summary("Counts a livestream of a room.")),
  HttpApiEndpoint.post("record", "/sessions/:sessionId/recordings", {
    params: { sessionId: SessionId },
    payload: Schema.Struct({ recordingSize: Schema.optionalKey(Schema.Natural) }),
    success: Recording,
    error: NotFound
  }).annotateMerge(summary("Adds a recording to a session."))
)

const Health = HttpApiGroup.make("health", { topLevel: true }).add(
  HttpApiEndpoint.get("health", "/health", { success: Schema.Struct({ status: Schema.Literal("ok") }) }).annotateMerge(
    summary("Answers as soon as the emulator does.")
  )
)

/** The routes under `/__emulator`. They need no API key: the emulator listens on loopback unless it is told otherwise. */
export class AdminApi extends HttpApi.make("emulator")
  .add(MediaPlane)
  .add(Health)
  .prefix("/__emulator")
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Emulator", version: "1" })) {}
