/**
 * The laws in memory. They find mistakes in the world and in the services faster than those over HTTP.
 */
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as RoomServices from "../../../packages/core/src/RoomServices.ts"
import * as FakeRooms from "../../../packages/testing/src/FakeRooms.ts"
import { laws } from "../../../packages/testing/src/Laws.ts"
import { subjects } from "./subjects.ts"

const clientOf = (apiKey: Redacted.Redacted<string>) =>
  Layer.provide(RoomServices.layer, FakeRooms.layerBackend(apiKey))

for (const { name, quirks } of subjects) laws(name, FakeRooms.layer({ quirks }), { clientOf })
