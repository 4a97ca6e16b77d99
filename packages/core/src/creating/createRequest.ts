/**
 * Makes a request from the input of `create`.
 */
import type { CreateRoomInput, CreateRoomRequest } from "../Room.ts"

/** Returns the request for an input: rooms are unlocked by default. */
// mutant: `roomLocked: false` -> `roomLocked: true`
export const createRequest = (input: CreateRoomInput): CreateRoomRequest => ({ roomLocked: false, ...input })
