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
import type { CommandNotRun } from "../commands/emulator/exec/runCommand.ts"
import type { CreateInterrupted } from "./CreateInterrupted.ts"
import type { DownloadFailed, DownloadReason } from "./DownloadFailed.ts"
import type { UsageError } from "./UsageError.ts"

/** Everything that a command fails with, apart from wrong flags and arguments, which are `usage` too. */
export type CommandError =
  | CreateRoomError
  | CreateInterrupted
  | RoomError
  | SessionError
  | LiveError
  | PaginationError
  | InvalidConfiguration
  | EmulatorError
  | WorldFileError
  | CommandNotRun
  | DownloadFailed
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

const ofStatus = (status: number): number => {
  if (status === 401 || status === 403) return exitCodes.unauthorized
  if (status === 404 || status === 410) return exitCodes.notFound
  return status === 429 ? exitCodes.rateLimited : exitCodes.unavailable
}

const ofDownload = (reason: DownloadReason, status: number): number => {
  switch (reason) {
    case "NotListed":
      return exitCodes.notFound
    case "UnsafeName":
    case "UnusableUrl":
      return exitCodes.brokenContract
    case "InsecureUrl":
    case "Obstructed":
      return exitCodes.usage
    case "UnexpectedStatus":
      return ofStatus(status)
    case "Broken":
    case "Unverifiable":
      return exitCodes.unavailable
    case "NotWritten":
      return exitCodes.unexpected
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
    case "CreateInterrupted":
      return exitCodes.createOutcomeUnknown
    case "PaginationError":
      return exitCodes.brokenContract
    case "CommandNotRun":
      return error.exists ? exitCodes.notExecutable : exitCodes.commandNotFound
    case "DownloadFailed":
      return ofDownload(error.reason, error.status ?? 0)
    case "ServiceError":
      return ofReason(error.reason)
  }
}

const meanings: ReadonlyArray<readonly [code: number, meaning: string]> = [
  [exitCodes.fine, "success, even if a list is empty"],
  [exitCodes.unexpected, "unexpected error"],
  [exitCodes.usage, "wrong usage or configuration, or rejected by the service as invalid"],
  [exitCodes.notFound, "not found"],
  [exitCodes.unauthorized, "unauthorized"],
  [exitCodes.rateLimited, "rate limited"],
  [exitCodes.unavailable, "service unreachable, timeout or server error"],
  [exitCodes.createOutcomeUnknown, "the room may or may not have been created"],
  [exitCodes.brokenContract, "a response that breaks the contract"],
  [exitCodes.interrupted, "interrupted"]
]

/** For `--help`: a line each. */
export const exitCodeLines: ReadonlyArray<string> = meanings.map(
  ([code, meaning]) => `${String(code).padEnd(4)} ${meaning}`
)
