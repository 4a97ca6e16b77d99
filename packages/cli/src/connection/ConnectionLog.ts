/**
 * Whether a command has connected to the service yet.
 *
 * @module
 */
import * as Context from "effect/Context"

/** Listens to the transport. */
export interface ConnectionListener {
  /** Called when a transport starts, before it has a connection. */
  readonly onStart: () => void
  /** Called for each connection that opens. */
  readonly onConnected: () => void
}

/** The listener of a command that needs to know. Default: nobody listens. */
export const ConnectionLog: Context.Reference<ConnectionListener> = Context.Reference(
  "@effect-rooms/cli/connection/ConnectionLog",
  { defaultValue: (): ConnectionListener => ({ onStart: () => {}, onConnected: () => {} }) }
)
