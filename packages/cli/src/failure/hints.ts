/**
 * What to do about an error.
 *
 * @module
 */
import { metadataLimit } from "@effect-rooms/core/Metadata"
import type { PaginationErrorReason } from "@effect-rooms/core/PaginationError"
import type { ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { quoted } from "../terminal/quoted.ts"
import type { DownloadFailed } from "./DownloadFailed.ts"
import type { CommandError } from "./exitCodes.ts"
import type { ReportInput } from "./report.ts"

const keySources = "it is given by --api-key, ROOMS_API_KEY or a profile; `rooms doctor` shows which"

const ofStatus = (status: number): string => {
  if (status >= 500) return "the service has a problem: run it again later; --verbose shows every attempt"
  return "is the base URL right? `rooms doctor` checks it"
}

const ofReason = (reason: ServiceErrorReason): string => {
  switch (reason._tag) {
    case "Transport":
      return "is the base URL right? `rooms doctor` checks how far a request gets"
    case "Timeout":
      return reason.limit === "operation"
        ? "--timeout 5m waits longer; `rooms doctor` measures how fast the service answers"
        : "`rooms doctor` measures how fast the service answers"
    case "RateLimited":
      return Option.match(reason.retryAfter, {
        onNone: () => "run it again in a minute; --concurrency 1 sends fewer requests",
        onSome: (wait) => `run it again in ${Duration.format(wait)}`
      })
    case "UnexpectedStatus":
      return ofStatus(reason.status)
    case "InvalidResponse":
      return "is the base URL right? `rooms doctor` checks it; --curl shows the request"
    case "CircuitOpen":
      return "run it again later"
  }
}

/** The rows that were printed are right; what to do about the rest. */
const ofPagination = (reason: PaginationErrorReason): string => {
  switch (reason._tag) {
    case "CountUnreliable":
      return "the rows so far are right, but more may be missing: --verify checks every page instead of the count"
    case "NoProgress":
      return "the rows so far are right: run it again when fewer rows are added"
    case "RowsMissing":
      return "the rows so far are right, but the service counts more: run it again; if that doesn't help, the service is at fault"
    case "StuckCursor":
    case "WrongPage":
    case "RepeatedPage":
    case "BoundaryLost":
    case "RoomGone":
      return "the rows so far are right, but more may be missing: run it again"
  }
}

const ofConfiguration = ({ field, problem }: InvalidConfiguration): string | undefined => {
  switch (field) {
    case "baseUrl":
      return problem.includes("unencrypted")
        ? "--allow-insecure is for networks that you trust"
        : "it is given by --base-url, ROOMS_BASE_URL or a profile"
    case "apiKey":
      return keySources
    default:
      return undefined
  }
}

/** A title that was to be the room's. */
const titleOf = ({ positionalTitle, title }: ReportInput): string | undefined =>
  [positionalTitle, title].flatMap((title) =>
    Option.isOption(title) && Option.isSome(title) && Predicate.isString(title.value) ? [title.value] : []
  )[0]

const howToFind = (input: ReportInput): string => {
  const title = titleOf(input)
  return title === undefined
    ? "`rooms list` shows the newest rooms first: look there before you create it again"
    : `look for it before you create it again: rooms list --title ${quoted(title)}`
}

const ofDownload = ({ reason, status }: DownloadFailed): string | undefined => {
  switch (reason) {
    case "NotListed":
      return "`rooms recordings --all` shows the recordings of this API key"
    case "UnexpectedStatus":
      if (status === 404 || status === 410) return "its file is gone: trying again will not help"
      return status === 401 || status === 403
        ? "its URL may have expired: run the same command again, which continues where this one ended"
        : "run the same command again: it continues where this one ended"
    case "Broken":
      return "run the same command again: it continues where this one ended"
    case "Obstructed":
      return "give another folder with --to, or move away what is there"
    case "NotWritten":
      return "free some space or give another folder with --to, and run it again: it continues where this one ended"
    case "UnsafeName":
    case "UnusableUrl":
    case "InsecureUrl":
    case "Unverifiable":
      return undefined
  }
}

/** What whoever typed the command can do now; `undefined` where the message says it all. */
export const hintOf = (error: CommandError, input: ReportInput): string | undefined => {
  switch (error._tag) {
    case "UsageError":
      return error.hint
    case "InvalidConfiguration":
      return ofConfiguration(error)
    case "RoomNotFound":
      return "`rooms list --all` shows the rooms of this API key, `rooms list --title <text>` the ones with a title"
    case "SessionNotFound":
      return "`rooms sessions <roomId> --all` shows the sessions of a room"
    case "NoLiveSession":
      return `the room has no live session. To check that it exists, run: rooms get ${quoted(error.roomId)}`
    case "Unauthorized":
      return "check the API key: `rooms doctor` shows which one is used, `rooms login` stores another"
    case "MetadataTooLarge":
      return `shorten the metadata by ${error.bytes - metadataLimit} bytes`
    case "InvalidRequest":
      return error.evidence.status === undefined ? undefined : "--curl shows the request that the service refuses"
    case "CreateOutcomeUnknown":
      return howToFind(input)
    case "CreateInterrupted":
      return error.roomId === undefined ? howToFind(input) : undefined
    case "PaginationError":
      return ofPagination(error.reason)
    case "ServiceError":
      return ofReason(error.reason)
    case "EmulatorError":
      return "--port 0 picks a free port"
    case "WorldFileError":
      return undefined
    case "DownloadFailed":
      return ofDownload(error)
    case "CommandNotRun":
      return error.exists ? "is it executable?" : "is it installed, and in PATH?"
  }
}
