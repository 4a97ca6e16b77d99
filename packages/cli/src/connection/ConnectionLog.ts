/**
 * Whether a command has got as far as a connection to the service.
 *
 * @module
 */
import * as Context from "effect/Context"

/** `true` until a transport says that it has no connection yet, and again as soon as it has one. */
export interface Connections {
  mayBeConnected: boolean
}

/** The log that a transport writes, for a command that wants to know. */
export const ConnectionLog: Context.Reference<Connections> = Context.Reference("@effect-rooms/cli/ConnectionLog", {
  defaultValue: (): Connections => ({ mayBeConnected: true })
})
