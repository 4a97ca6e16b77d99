/**
 * Downloads one recording to a file.
 *
 * @module
 */
import { join } from "node:path"
import type { Recording } from "@effect-rooms/core/Recording"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { DownloadFailed, type DownloadProblem } from "../../../failure/DownloadFailed.ts"
import type { FileAnswer, FileHost } from "./FileHost.ts"
import { fileNameOf } from "./fileName.ts"
import { type FileUrlRules, parseFileUrl } from "./fileUrl.ts"
import type { Downloaded } from "./flags.ts"
import * as Part from "./Part.ts"

/** Receives the progress of a download. */
export interface Meter {
  readonly at: (bytes: number, size: number | undefined) => void
  /** Called when it failed and will be retried. */
  readonly waits: (problem: string) => void
}

export interface Folder {
  /** The path that the user gave. */
  readonly name: string
  /** Its real path. */
  readonly path: string
}

export interface DownloadOptions {
  readonly folder: Folder
  readonly host: FileHost
  readonly rules: FileUrlRules
}

/** The number of retries without progress. */
const mostRetries = 4
/** A host that asks for a longer wait has failed. */
const longestWait = Duration.seconds(60)

const backoff = Schedule.min([Schedule.exponential("250 millis"), Schedule.spaced("8 seconds")]).pipe(
  Schedule.jittered,
  Schedule.upTo({ times: mostRetries })
)

type Attempted = DownloadProblem & { readonly hasProgressed: boolean }

const isWorthWaiting = ({ isTransient = false, retryAfter = Duration.zero }: DownloadProblem) =>
  isTransient && Duration.isLessThanOrEqualTo(retryAfter, longestWait)

const retried = <A, R>(attempt: Effect.Effect<A, Attempted, R>): Effect.Effect<A, DownloadProblem, R> =>
  attempt.pipe(
    Effect.retry({
      while: (problem) => !problem.hasProgressed && isWorthWaiting(problem),
      schedule: backoff.pipe(
        Schedule.setInputType<Attempted>(),
        Schedule.modifyDelay(({ duration, input }) =>
          Effect.succeed(Duration.max(duration, input.retryAfter ?? Duration.zero))
        )
      )
    }),
    // A long download can fail any number of times, as long as each attempt makes progress.
    Effect.retry({
      while: (problem) => problem.hasProgressed && isWorthWaiting(problem),
      schedule: Schedule.spaced("250 millis")
    })
  )

const takenAway: DownloadProblem = {
  reason: "Obstructed",
  problem: "another process started to download it into the same folder"
}

const fileProblem = ({ reason }: PlatformError): DownloadProblem => ({
  reason: "NotWritten",
  problem: reason.cause instanceof Error ? reason.cause.message : reason.message
})

const onDisk = <A, R>(
  effect: Effect.Effect<A, DownloadProblem | PlatformError, R>
): Effect.Effect<A, DownloadProblem, R> =>
  effect.pipe(
    // The file system reports a failed close, for example when a quota is exceeded late, as a defect.
    Effect.catchDefect((defect) => (defect instanceof PlatformError ? Effect.fail(defect) : Effect.die(defect))),
    Effect.mapError((problem) => (problem instanceof PlatformError ? fileProblem(problem) : problem))
  )

/** Returns the size of the existing file. */
const sizeOfExisting = Effect.fnUntraced(
  function* (target: string) {
    const fileSystem = yield* FileSystem.FileSystem
    const { size, type } = yield* fileSystem.lstat(target)
    if (type === "File") return Number(size)
    const what = type === "SymbolicLink" ? "a link" : type === "Directory" ? "a folder" : "no regular file"
    return yield* Effect.fail<DownloadProblem>({ reason: "Obstructed", problem: `${target} is ${what}` })
  },
  Effect.catchIf(
    (error): error is PlatformError => error instanceof PlatformError && Part.isNotFound(error),
    () => Effect.undefined
  )
)

const unverifiable: DownloadProblem = {
  reason: "Unverifiable",
  problem: "its host doesn't send its size, and it isn't as large as the list says"
}

/** Writes the body to the file, and returns the size of the file. */
const receive = Effect.fnUntraced(function* (
  { body, offset, version: { size }, showsItsEnd }: FileAnswer,
  file: FileSystem.File,
  listedSize: number,
  wrote: (bytes: number) => void
) {
  let bytes = offset
  wrote(bytes)
  yield* Stream.runForEach(body, (chunk) => {
    bytes += chunk.length
    // A write must not continue after the file is closed.
    return Effect.map(Effect.uninterruptible(file.writeAll(chunk)), () => wrote(bytes))
  })
  if (size !== undefined && bytes !== size) {
    return yield* Effect.fail<DownloadProblem>({
      reason: "Broken",
      problem: `its host stopped after ${bytes} of ${size} bytes`,
      isTransient: true
    })
  }
  if (!showsItsEnd && bytes !== listedSize) return yield* Effect.fail(unverifiable)
  return bytes
})

const transfer = (
  recording: Recording,
  url: URL,
  path: Part.PartPath,
  existing: number | undefined,
  host: FileHost,
  meter: Meter
) => {
  // The furthest position of any attempt. A new start that doesn't get that far isn't progress.
  let furthest = -1
  let resumes: boolean | undefined

  const attempt = Effect.gen(function* () {
    const found = yield* Part.find(path)
    if (found !== undefined && furthest < 0) furthest = found.offset
    const isWhole = found !== undefined && found.offset === found.version.size
    const answer = isWhole ? undefined : yield* host(url, found)
    if (answer !== undefined && existing !== undefined && answer.version.size === existing) {
      return { bytes: existing, status: "exists" as const }
    }
    const hasAll = answer === undefined || answer.offset > 0
    // A part that this run started doesn't count as resumed.
    resumes = hasAll && (resumes ?? true)
    const file = yield* hasAll
      ? Part.resume(path, answer?.offset ?? found?.offset ?? 0)
      : Part.start(path, answer.version)
    const bytes =
      answer === undefined
        ? (found?.offset ?? 0)
        : yield* receive(answer, file, recording.recordingSize, (bytes) => {
            furthest = Math.max(furthest, bytes)
            meter.at(bytes, answer.version.size)
          })
    if (!(yield* Part.finish(path, file))) return yield* Effect.fail(takenAway)
    return { bytes, status: resumes ? ("resumed" as const) : ("downloaded" as const) }
  })

  return retried(
    Effect.suspend(() => {
      const before = furthest
      return onDisk(Effect.scoped(attempt)).pipe(
        Effect.mapError((problem) => {
          meter.waits(problem.problem)
          return { ...problem, hasProgressed: before >= 0 && furthest > before }
        })
      )
    })
  )
}

const checked = Effect.fnUntraced(function* (recording: Recording, { folder, rules }: DownloadOptions) {
  const name = yield* Effect.fromResult(fileNameOf(recording))
  const url = yield* Effect.fromResult(parseFileUrl(recording.recordingUrl, rules))
  const path = Part.partPath(folder.path, name)
  const existing = yield* onDisk(sizeOfExisting(path.target))
  return { url, path, existing, named: { id: recording.id, file: join(folder.name, name) } }
})

const failedOf =
  ({ id }: Recording) =>
  ({ problem, reason, status }: DownloadProblem) =>
    new DownloadFailed({ recordingId: id, reason, problem, ...(status === undefined ? {} : { status }) })

/** Downloads a recording, or its missing part. A failed download keeps its part. */
export const download = Effect.fnUntraced(
  function* (recording: Recording, options: DownloadOptions, meter: Meter) {
    const { existing, named, path, url } = yield* checked(recording, options)
    // Only complete files have their final name, so one with the listed size needs no request.
    const done =
      existing === recording.recordingSize
        ? { bytes: existing, status: "exists" as const }
        : yield* transfer(recording, url, path, existing, options.host, meter)
    const downloaded: Downloaded = { ...named, ...done }
    return downloaded
  },
  (effect, recording) => Effect.mapError(effect, failedOf(recording))
)

/** Predicts the outcome of `download` without a request. A file of another size than listed counts as missing. */
export const predict = Effect.fnUntraced(
  function* (recording: Recording, options: DownloadOptions) {
    const { existing, named, path } = yield* checked(recording, options)
    if (existing === recording.recordingSize) {
      const there: Downloaded = { ...named, bytes: existing, status: "exists" }
      return there
    }
    const part = yield* onDisk(Part.find(path))
    const missing: Downloaded = {
      ...named,
      bytes: part?.offset ?? 0,
      status: part === undefined ? "missing" : "partial"
    }
    return missing
  },
  (effect, recording) => Effect.mapError(effect, failedOf(recording))
)
