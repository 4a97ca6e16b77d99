/**
 * Ids from plain strings. They are checked where all input is: by the backend, before anything is sent.
 */
import type * as Core from "@effect-rooms/core/Identifier"
import * as Brand from "effect/Brand"

export const RoomId = Brand.nominal<Core.RoomId>()
export const SessionId = Brand.nominal<Core.SessionId>()
