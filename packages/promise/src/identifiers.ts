/**
 * Ids from strings. The backend checks them before it sends anything, as it does all input.
 */
import type * as Core from "@effect-rooms/core/Identifier"
import * as Brand from "effect/Brand"

export const RoomId = /*#__PURE__*/ Brand.nominal<Core.RoomId>()
export const SessionId = /*#__PURE__*/ Brand.nominal<Core.SessionId>()
