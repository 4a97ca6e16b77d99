/**
 * The admin API of the emulator: the media plane, which the contract of the service leaves out, and the control of the world.
 *
 * @module
 */

import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { JsonMetadata } from "@effect-rooms/core/Metadata"
import { Recording } from "@effect-rooms/core/Recording"
import { BadRequest, NotFound, RequestValidation } from "@effect-rooms/core/RoomsApi"
import { operationNames } from "@effect-rooms/core/unstable"
import { Fault, Quirks, Scenario, WorldSnapshot } from "@effect-rooms/testing"
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
  HttpApiEndpoint.delete("deleteRoom", "/rooms/:roomId", {
    params: room,
    error: NotFound
  }).annotateMerge(summary("Takes a room away. What happened in it still counts.")),
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

const WorldGroup = HttpApiGroup.make("world", { topLevel: true }).add(
  HttpApiEndpoint.get("exportWorld", "/world", { success: WorldSnapshot }).annotateMerge(
    summary("Everything that has happened, as JSON.")
  ),
  // The world checks more than a schema can express, and its errors name the path.
  HttpApiEndpoint.put("importWorld", "/world", { payload: Schema.Json, error: BadRequest }).annotateMerge(
    summary("Puts an export in place of everything that has happened.")
  ),
  HttpApiEndpoint.post("reset", "/world/reset").annotateMerge(
    summary("Begins again as the emulator was started: its scenario, quirks and faults.")
  ),
  HttpApiEndpoint.post("seed", "/world/seed", {
    payload: Scenario.Scenario,
    success: Schema.Struct({ roomIds: Schema.Array(RoomId) }),
    error: BadRequest
  }).annotateMerge(summary("Makes a scenario happen, for the first API key."))
)

const FaultsGroup = HttpApiGroup.make("faults", { topLevel: true }).add(
  HttpApiEndpoint.get("listFaults", "/faults", {
    success: Schema.Struct({
      faults: Schema.Array(Schema.Struct({ id: Schema.String, fault: Fault, applied: Schema.Natural }))
    })
  }).annotateMerge(summary("List the faults in effect, and the number of requests each has applied to.")),
  HttpApiEndpoint.post("injectFault", "/faults", {
    payload: Fault,
    success: Schema.Struct({ id: Schema.String }),
    error: BadRequest
  }).annotateMerge(summary("Lets requests meet a fault.")),
  HttpApiEndpoint.delete("removeFault", "/faults/:id", { params: { id: Schema.String } }).annotateMerge(
    summary("Takes a fault away.")
  ),
  HttpApiEndpoint.delete("clearFaults", "/faults").annotateMerge(summary("Takes all faults away.")),
  HttpApiEndpoint.post("refuseConnections", "/connections/refuse", {
    payload: Schema.Struct({ millis: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 600_000 })) })
  }).annotateMerge(
    summary("Stops listening for so many milliseconds, this API included. Connections that stand are closed.")
  )
)

const QuirksGroup = HttpApiGroup.make("quirks", { topLevel: true }).add(
  HttpApiEndpoint.get("quirks", "/quirks", { success: Quirks.Quirks }).annotateMerge(
    summary("How the emulator reads what the contract leaves open.")
  ),
  HttpApiEndpoint.patch("setQuirks", "/quirks", {
    payload: Quirks.SomeQuirks,
    success: Quirks.Quirks
  }).annotateMerge(summary("Changes some of the readings."))
)

const LogGroup = HttpApiGroup.make("log", { topLevel: true }).add(
  HttpApiEndpoint.get("log", "/log", {
    success: Schema.Struct({
      entries: Schema.Array(
        Schema.Struct({
          at: Schema.Int,
          operation: Schema.Literals(operationNames),
          input: Schema.Unknown,
          outcome: Schema.String,
          fault: Schema.optionalKey(Schema.String)
        })
      )
    })
  }).annotateMerge(summary("The newest operations, oldest first, and how they ended."))
)

/** The range of times of a world. */
export const worldTime = "epoch milliseconds from 1970 to the year 9999"

/** Every answer can write these, as a number and as a date. */
export const WorldTime = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 253_402_300_799_999 }, { expected: worldTime })
)

const ClockState = Schema.Struct({ nowMillis: Schema.Int, isFrozen: Schema.Boolean })

const ClockGroup = HttpApiGroup.make("clock", { topLevel: true }).add(
  HttpApiEndpoint.get("clock", "/clock", { success: ClockState }).annotateMerge(summary("The time of the world.")),
  HttpApiEndpoint.post("freezeClock", "/clock/freeze", { success: ClockState }).annotateMerge(
    summary("Lets the time of the world stand still.")
  ),
  HttpApiEndpoint.post("resumeClock", "/clock/resume", { success: ClockState }).annotateMerge(
    summary("Lets it go on from where it stands.")
  ),
  HttpApiEndpoint.post("setClock", "/clock/set", {
    payload: Schema.Struct({ nowMillis: WorldTime }),
    success: ClockState
  }).annotateMerge(summary("Sets the time of the world.")),
  HttpApiEndpoint.post("advanceClock", "/clock/advance", {
    payload: Schema.Struct({ millis: Schema.Int }),
    success: ClockState,
    error: BadRequest
  }).annotateMerge(summary("Moves the time of the world."))
)

const Health = HttpApiGroup.make("health", { topLevel: true }).add(
  HttpApiEndpoint.get("health", "/health", { success: Schema.Struct({ status: Schema.Literal("ok") }) }).annotateMerge(
    summary("Answers as soon as the emulator does.")
  )
)

/** The routes under `/__emulator`. They need no API key, because the emulator listens on loopback by default. */
export class AdminApi extends HttpApi.make("emulator")
  .add(MediaPlane, WorldGroup, FaultsGroup, QuirksGroup, LogGroup, ClockGroup, Health)
  .prefix("/__emulator")
  .middleware(RequestValidation)
  // A typing error in a field that may be absent would go unnoticed.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotateMerge(OpenApi.annotations({ title: "Emulator", version: "1" })) {}
