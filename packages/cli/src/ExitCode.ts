/**
 * What the command ends with. Scripts depend on these numbers.
 *
 * @module
 */
import type { CreateRoomError, LiveError, RoomError, SessionError } from "@effect-rooms/core/Backend"
import type { PaginationError } from "@effect-rooms/core/PaginationError"
import type { ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import type { EmulatorError, WorldFileError } from "@effect-rooms/emulator"
import type { InvalidConfiguration } from "@effect-rooms/http-client"
import type { CommandNotRun } from "./actions/emulator/runCommand.ts"
import type { UsageError } from "./UsageError.ts"

/** Everything that a command fails with, apart from wrong flags and arguments, which are `usage` too. */
export type CommandError =
  | CreateRoomError
  | RoomError
  | SessionError
  | LiveError
  | PaginationError
  | InvalidConfiguration
  | EmulatorError
  | WorldFileError
  | CommandNotRun
  | UsageError

export const exitCodes = {
  fine: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  unauthorized: 4,
  rateLimited: 5,
  unavailable: 6,
  createOutcomeUnknown: 7,
  brokenContract: 8,
  /** These two are the shell's. */
  notExecutable: 126,
  commandNotFound: 127,
  interrupted: 130
} as const

const ofReason = (reason: ServiceErrorReason): number => {
  switch (reason._tag) {
    case "RateLimited":
      return exitCodes.rateLimited
    case "InvalidResponse":
      return exitCodes.brokenContract
    case "Transport":
    case "Timeout":
    case "UnexpectedStatus":
    case "CircuitOpen":
      return exitCodes.unavailable
  }
}

export const exitCodeOf = (error: CommandError): number => {
  switch (error._tag) {
    case "UsageError":
    case "InvalidConfiguration":
    case "EmulatorError":
    case "WorldFileError":
    case "InvalidRequest":
    case "MetadataTooLarge":
      return exitCodes.usage
    case "RoomNotFound":
    case "SessionNotFound":
    case "NoLiveSession":
      return exitCodes.notFound
    case "Unauthorized":
      return exitCodes.unauthorized
    case "CreateOutcomeUnknown":
      return exitCodes.createOutcomeUnknown
    case "PaginationError":
      return exitCodes.brokenContract
    case "CommandNotRun":
      return error.exists ? exitCodes.notExecutable : exitCodes.commandNotFound
    case "ServiceError":
      return ofReason(error.reason)
  }
}

/** For `--help`. */
export const exitCodeHelp =
  "Exit codes: 0 fine, also for an empty list; 1 unexpected; 2 wrong usage or configuration, or refused as invalid; " +
  "3 not found; 4 unauthorized; 5 rate limited; 6 unreachable, timeout or server failure; 7 outcome of a create " +
  "unknown; 8 an answer that breaks the contract; 130 interrupted."
