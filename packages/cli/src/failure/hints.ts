/**
 * A hint for each error: the next step for the person who ran the command.
 *
 * @module
 */
import { metadataLimit } from "@effect-rooms/core/Metadata"
import type { PaginationErrorReason } from "@effect-rooms/core/PaginationError"
import type { ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import * as Duration from "effect/Duration"
import * as Match from "effect/Match"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { quoted } from "../terminal/quoted.ts"
import type { CommandError, CommandInput } from "./CommandError.ts"
import type { DownloadFailed } from "./DownloadFailed.ts"

/** `undefined` if the message says it all. */
type Hint = string | undefined

const always = (hint: Hint) => (): Hint => hint

const checkBaseUrl = "check the base URL with `rooms doctor`"
const measure = "`rooms doctor` measures how fast the service responds"

const ofReason = (reason: ServiceErrorReason): Hint =>
  Match.valueTags(reason, {
    Transport: always("check the base URL and the network with `rooms doctor`"),
    Timeout: ({ limit }) => (limit === "operation" ? `--timeout 5m allows more time; ${measure}` : measure),
    RateLimited: ({ retryAfter }) =>
      Option.match(retryAfter, {
        onNone: () => "run it again in a minute; --concurrency 1 sends fewer requests",
        onSome: (wait) => `run it again in ${Duration.format(wait)}`
      }),
    UnexpectedStatus: ({ status }) =>
      status >= 500 ? "the service failed: run it again later, or add --verbose to see every attempt" : checkBaseUrl,
    InvalidResponse: always(`${checkBaseUrl}; --curl prints the request`),
    CircuitOpen: always("run it again later")
  })

const soFar = "the rows so far are correct"
const runAgain = always(`${soFar}, but more may be missing: run it again`)

const ofPagination = (reason: PaginationErrorReason): Hint =>
  Match.valueTags(reason, {
    CountUnreliable: always(
      `${soFar}, but more may be missing: --verify checks every page instead of relying on the count`
    ),
    NoProgress: always(`${soFar}: run it again when the list is changing less`),
    RowsMissing: always(
      `${soFar}, but the service reports a higher count: run it again; if that doesn't help, the service is at fault`
    ),
    StuckCursor: runAgain,
    WrongPage: runAgain,
    RepeatedPage: runAgain,
    BoundaryLost: runAgain,
    RoomGone: runAgain
  })

const ofConfiguration = ({ field, problem }: InvalidConfiguration): Hint => {
  if (field === "apiKey") {
    return "the API key comes from --api-key, ROOMS_API_KEY or a profile; `rooms doctor` shows which"
  }
  if (field !== "baseUrl") return undefined
  return problem.includes("allowInsecure")
    ? "use --allow-insecure only on a network you trust"
    : "the base URL comes from --base-url, ROOMS_BASE_URL or a profile"
}

/** The title that was given to `rooms create`. */
const titleOf = ({ positionalTitle, title }: CommandInput): string | undefined =>
  [positionalTitle, title].flatMap((title) =>
    Option.isOption(title) && Option.isSome(title) && Predicate.isString(title.value) ? [title.value] : []
  )[0]

const lookForRoom = (input: CommandInput): string => {
  const title = titleOf(input)
  return title === undefined
    ? "`rooms list` shows the newest rooms first: look there before you create it again"
    : `look for it before you create it again: rooms list --title ${quoted(title)}`
}

const continueDownload = "run the same command again to continue the download"

const ofDownloadStatus = (status: number | undefined): string => {
  if (status === 404 || status === 410) return "the file is gone: running it again won't help"
  return status === 401 || status === 403 ? `its URL may have expired: ${continueDownload}` : continueDownload
}

const ofDownload = ({ reason, status }: DownloadFailed): Hint => {
  const hints: Record<DownloadFailed["reason"], Hint> = {
    NotListed: "`rooms recordings --all` shows the recordings of this API key",
    UnexpectedStatus: ofDownloadStatus(status),
    Broken: continueDownload,
    Obstructed: "choose another folder with --to, or move the existing file away",
    NotWritten: `free some space, or choose another folder with --to, and ${continueDownload}`,
    UnsafeName: undefined,
    UnusableUrl: undefined,
    InsecureUrl: undefined,
    Unverifiable: undefined
  }
  return hints[reason]
}

/** Returns the next step after an error. */
export const hintOf = (error: CommandError, input: CommandInput): string | undefined =>
  Match.valueTags(error, {
    UsageError: ({ hint }): Hint => hint,
    InvalidConfiguration: ofConfiguration,
    RoomNotFound: always(
      "`rooms list --all` shows the rooms of this API key, `rooms list --title <text>` those with a title"
    ),
    SessionNotFound: always("`rooms sessions <roomId> --all` shows the sessions of a room"),
    NoLiveSession: ({ roomId }): Hint =>
      `the room has no live session. To check that it exists, run: rooms get ${quoted(roomId)}`,
    Unauthorized: always("`rooms doctor` shows which API key is used; `rooms login` saves another one"),
    MetadataTooLarge: ({ bytes }): Hint => `shorten the metadata by at least ${bytes - metadataLimit} bytes`,
    InvalidRequest: ({ evidence }): Hint =>
      evidence.status === undefined ? undefined : "--curl prints the request that the service rejects",
    CreateOutcomeUnknown: (): Hint => lookForRoom(input),
    CreateInterrupted: ({ roomId }): Hint => (roomId === undefined ? lookForRoom(input) : undefined),
    PaginationError: ({ reason }) => ofPagination(reason),
    ServiceError: ({ reason }) => ofReason(reason),
    EmulatorError: always("--port 0 picks a free port"),
    WorldFileError: always(undefined),
    DownloadFailed: ofDownload,
    CommandNotRun: ({ exists }): Hint =>
      exists ? "check that the file is executable" : "check that it is installed and in your PATH"
  })
