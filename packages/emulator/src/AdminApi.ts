/**
 * The admin API of the emulator: it controls the world, and provides the media plane, which the service's contract leaves out.
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

/** The request conflicts with the state of the room: it's locked or idle, or the peer is already in it or isn't. */
export class Conflict extends Schema.Error<Conflict>("Conflict")({ message: Schema.String }, { httpApiStatus: 409 }) {}

const room = { roomId: RoomId }

const summary = (text: string) => OpenApi.annotations({ summary: text })

const MediaPlane = HttpApiGroup.make("mediaPlane", { topLevel: true }).add(
  HttpApiEndpoint.post("join", "/rooms/:roomId/join", {
    params: room,
    payload: Schema.Struct({ peerId: Schema.optionalKey(PeerId), metadata: Schema.optionalKey(JsonMetadata) }),
    success: Schema.Struct({ sessionId: SessionId, peerId: PeerId }),
    error: [NotFound, Conflict]
  }).annotateMerge(summary("Add a peer to a room. The first one starts a session.")),
  HttpApiEndpoint.post("leave", "/rooms/:roomId/leave", {
    params: room,
    payload: Schema.Struct({ peerId: PeerId }),
    error: [NotFound, Conflict]
  }).annotateMerge(summary("Remove a peer from a room. The last one ends the session.")),
  HttpApiEndpoint.post("end", "/rooms/:roomId/end", {
    params: room,
    success: Schema.Struct({ sessionId: SessionId }),
    error: [NotFound, Conflict]
  }).annotateMerge(summary("Remove everybody from a room, and end its session.")),
  HttpApiEndpoint.post("lock", "/rooms/:roomId/lock", {
    params: room,
    payload: Schema.Struct({ locked: Schema.Boolean }),
    error: NotFound
  }).annotateMerge(summary("Lock or unlock a room. Nobody can join a locked room.")),
  HttpApiEndpoint.delete("deleteRoom", "/rooms/:roomId", {
    params: room,
    error: NotFound
  }).annotateMerge(summary("Delete a room. The metrics still count its sessions.")),
  HttpApiEndpoint.post("livestream", "/rooms/:roomId/livestream", {
    params: room,
    error: NotFound
  }).annotateMerge(summary("Count a livestream of a room.")),
  HttpApiEndpoint.post("record", "/sessions/:sessionId/recordings", {
    params: { sessionId: SessionId },
    payload: Schema.Struct({ recordingSize: Schema.optionalKey(Schema.Natural) }),
    success: Recording,
    error: NotFound
  }).annotateMerge(summary("Add a recording to a session."))
)

const WorldGroup = HttpApiGroup.make("world", { topLevel: true }).add(
  HttpApiEndpoint.get("exportWorld", "/world", { success: WorldSnapshot }).annotateMerge(
    summary("Export the state of the world as JSON.")
  ),
  // The world checks more than a schema can express, and its errors name the path.
  HttpApiEndpoint.put("importWorld", "/world", { payload: Schema.Json, error: BadRequest }).annotateMerge(
    summary("Replace the state of the world with an export.")
  ),
  HttpApiEndpoint.post("reset", "/world/reset").annotateMerge(
    summary("Return to the scenario, quirks and faults that the emulator started with.")
  ),
  HttpApiEndpoint.post("seed", "/world/seed", {
    payload: Scenario.Scenario,
    success: Schema.Struct({ roomIds: Schema.Array(RoomId) }),
    error: BadRequest
  }).annotateMerge(summary("Add a scenario for the first API key."))
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
  }).annotateMerge(summary("Inject a fault.")),
  HttpApiEndpoint.delete("removeFault", "/faults/:id", { params: { id: Schema.String } }).annotateMerge(
    summary("Remove a fault.")
  ),
  HttpApiEndpoint.delete("clearFaults", "/faults").annotateMerge(summary("Remove all faults.")),
  HttpApiEndpoint.post("refuseConnections", "/connections/refuse", {
    payload: Schema.Struct({ millis: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 600_000 })) })
  }).annotateMerge(
    summary("Stop listening for a number of milliseconds, on this API too. Open connections are closed.")
  )
)

const QuirksGroup = HttpApiGroup.make("quirks", { topLevel: true }).add(
  HttpApiEndpoint.get("quirks", "/quirks", { success: Quirks.Quirks }).annotateMerge(
    summary("Get the quirks in effect: the emulator's choices where the contract leaves several.")
  ),
  HttpApiEndpoint.patch("setQuirks", "/quirks", {
    payload: Quirks.SomeQuirks,
    success: Quirks.Quirks
  }).annotateMerge(summary("Change some of the quirks."))
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
  }).annotateMerge(summary("List the newest operations, oldest first, and how each ended."))
)

/** The range of times of a world. */
export const worldTime = "epoch milliseconds from 1970 to the year 9999"

/** Every response can contain these times, as a number and as a date. */
export const WorldTime = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 253_402_300_799_999 }, { expected: worldTime })
)

const ClockState = Schema.Struct({ nowMillis: Schema.Int, isFrozen: Schema.Boolean })

const ClockGroup = HttpApiGroup.make("clock", { topLevel: true }).add(
  HttpApiEndpoint.get("clock", "/clock", { success: ClockState }).annotateMerge(summary("Get the time of the world.")),
  HttpApiEndpoint.post("freezeClock", "/clock/freeze", { success: ClockState }).annotateMerge(
    summary("Pause the clock of the world.")
  ),
  HttpApiEndpoint.post("resumeClock", "/clock/resume", { success: ClockState }).annotateMerge(
    summary("Resume the clock from its current time.")
  ),
  HttpApiEndpoint.post("setClock", "/clock/set", {
    payload: Schema.Struct({ nowMillis: WorldTime }),
    success: ClockState
  }).annotateMerge(summary("Set the clock of the world.")),
  HttpApiEndpoint.post("advanceClock", "/clock/advance", {
    payload: Schema.Struct({ millis: Schema.Int }),
    success: ClockState,
    error: BadRequest
  }).annotateMerge(summary("Advance the clock of the world."))
)

const Health = HttpApiGroup.make("health", { topLevel: true }).add(
  HttpApiEndpoint.get("health", "/health", { success: Schema.Struct({ status: Schema.Literal("ok") }) }).annotateMerge(
    summary("Succeed as soon as the emulator is running.")
  )
)

/** The routes under `/__emulator`. They need no API key, because the emulator listens on loopback by default. */
export class AdminApi extends HttpApi.make("emulator")
  .add(MediaPlane, WorldGroup, FaultsGroup, QuirksGroup, LogGroup, ClockGroup, Health)
  .prefix("/__emulator")
  .middleware(RequestValidation)
  // Otherwise, a typo in an optional field would go unnoticed.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotateMerge(OpenApi.annotations({ title: "Emulator", version: "1" })) {}
