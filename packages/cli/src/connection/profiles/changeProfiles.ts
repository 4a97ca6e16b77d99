/**
 * Changes the file of profiles. It is for its user alone (0600, in a folder 0700), and is replaced as a whole.
 *
 * The new one is written under the name of a lock, as git does it: only one process at a time can make that file, it reads
 * what the others have written, and the renaming that puts the new file in place gives the lock back.
 *
 * @module
 */
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import { UsageError } from "../../failure/UsageError.ts"
import { configFolder, folderVariables } from "./configFolder.ts"
import { describe, encodeText, fileIn, type Profiles, readFile, type StoredProfiles } from "./profilesFile.ts"

const fileOf = Effect.fnUntraced(function* () {
  const folder = yield* configFolder(process.platform)
  if (Option.isSome(folder)) return fileIn(folder.value)
  return yield* new UsageError({
    problem: `there is no folder for profiles: set ${folderVariables(process.platform)}`
  })
})

const isTaken = (error: unknown) => error instanceof PlatformError && error.reason._tag === "AlreadyExists"

// Others hold it for some milliseconds.
const untilFree = Schedule.max([Schedule.spaced("20 millis"), Schedule.during("5 seconds")])

const encoder = new TextEncoder()

/** A file that is a link stays one. */
const behindLinks = Effect.fnUntraced(function* (path: string) {
  const fileSystem = yield* FileSystem.FileSystem
  return yield* Effect.catchIf(
    fileSystem.realPath(path),
    ({ reason }) => reason._tag === "NotFound",
    () => Effect.succeed(path)
  )
})

const replace = Effect.fnUntraced(function* <E, R>(
  path: string,
  change: (profiles: StoredProfiles) => Effect.Effect<Profiles, E, R>
) {
  const fileSystem = yield* FileSystem.FileSystem
  yield* fileSystem.makeDirectory(dirname(path), { recursive: true, mode: 0o700 })
  const file = yield* behindLinks(path)
  const lock = `${file}.lock`
  const take = Effect.scoped(fileSystem.open(lock, { flag: "wx", mode: 0o600 }))
  const write = Effect.gen(function* () {
    const before = yield* readFile(path)
    const after = yield* change(before)
    yield* Effect.scoped(
      Effect.gen(function* () {
        const opened = yield* fileSystem.open(lock, { flag: "r+" })
        yield* opened.writeAll(encoder.encode(encodeText(after)))
        yield* opened.sync
      })
    )
    yield* fileSystem.rename(lock, file)
    return { ...before, ...after, exists: true, isOpen: false }
  })
  // What is interrupted is the wait for others, never the change.
  return yield* Effect.andThen(
    take,
    Effect.onError(write, () => Effect.ignore(fileSystem.remove(lock)))
  ).pipe(
    Effect.uninterruptible,
    Effect.retry({ while: isTaken, schedule: untilFree }),
    Effect.catchIf(isTaken, () =>
      Effect.fail(
        new UsageError({ problem: `another command is changing ${path}; if none is running, remove ${lock}` })
      )
    )
  )
})

/** Changes what is stored, and gives it. Of several processes that do so, each sees what the one before it has written. */
export const changeProfiles = Effect.fnUntraced(function* <E, R>(
  change: (profiles: StoredProfiles) => Effect.Effect<Profiles, E, R>
): Effect.fn.Return<StoredProfiles, E | UsageError, R | FileSystem.FileSystem> {
  const path = yield* fileOf()
  return yield* Effect.catch(replace(path, change), (error) =>
    Effect.fail(
      error instanceof PlatformError
        ? new UsageError({ problem: `${path} cannot be written: ${describe(error)}` })
        : error
    )
  )
})
