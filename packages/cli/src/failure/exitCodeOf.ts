/**
 * The exit code of each error.
 *
 * @module
 */
import type { ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import * as Match from "effect/Match"
import type { CommandError } from "./CommandError.ts"
import type { DownloadFailed } from "./DownloadFailed.ts"
import { type ExitName, exitCodes } from "./exitCodes.ts"

const always = (name: ExitName) => (): ExitName => name

const ofReason = (reason: ServiceErrorReason): ExitName =>
  Match.valueTags(reason, {
    RateLimited: always("rateLimited"),
    InvalidResponse: always("brokenContract"),
    Transport: always("unavailable"),
    Timeout: always("unavailable"),
    UnexpectedStatus: always("unavailable"),
    CircuitOpen: always("unavailable")
  })

const ofStatus = (status: number | undefined): ExitName => {
  if (status === 401 || status === 403) return "unauthorized"
  if (status === 404 || status === 410) return "notFound"
  return status === 429 ? "rateLimited" : "unavailable"
}

const ofDownload = ({ reason, status }: DownloadFailed): ExitName => {
  const names: Record<DownloadFailed["reason"], ExitName> = {
    NotListed: "notFound",
    UnsafeName: "brokenContract",
    UnusableUrl: "brokenContract",
    InsecureUrl: "usage",
    Obstructed: "usage",
    UnexpectedStatus: ofStatus(status),
    Broken: "unavailable",
    Unverifiable: "unavailable",
    NotWritten: "unexpected"
  }
  return names[reason]
}

/** Returns the exit code of a command that failed with this error. */
export const exitCodeOf = (error: CommandError): number =>
  exitCodes[
    Match.valueTags(error, {
      UsageError: always("usage"),
      InvalidConfiguration: always("usage"),
      EmulatorError: always("usage"),
      WorldFileError: always("usage"),
      InvalidRequest: always("usage"),
      MetadataTooLarge: always("usage"),
      RoomNotFound: always("notFound"),
      SessionNotFound: always("notFound"),
      NoLiveSession: always("notFound"),
      Unauthorized: always("unauthorized"),
      CreateOutcomeUnknown: always("createOutcomeUnknown"),
      CreateInterrupted: always("createOutcomeUnknown"),
      PaginationError: always("brokenContract"),
      CommandNotRun: ({ exists }): ExitName => (exists ? "notExecutable" : "commandNotFound"),
      DownloadFailed: ofDownload,
      ServiceError: ({ reason }) => ofReason(reason)
    })
  ]
