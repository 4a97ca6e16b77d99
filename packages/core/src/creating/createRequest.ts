/**
 * Makes a request from the input of `create`.
 */
import type { CreateRoomRequest } from "../Room.ts"
import type { CreateRoomInput } from "../Rooms.ts"

/** Returns the request for an input: rooms are open unless the input says otherwise. */
// mutant: `roomLocked: false` -> `roomLocked: true`
export const createRequest = (input: CreateRoomInput): CreateRoomRequest => ({ roomLocked: false, ...input })
