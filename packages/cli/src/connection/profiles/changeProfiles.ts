/**
 * Changes the file of profiles. Only its user can read it (mode 0600, in a folder with mode 0700), and it is replaced atomically.
 *
 * The new version is written to the lock file, as git does: only one process at a time can create that file, it reads what the
 * others have written, and renaming it to the final name releases the lock.
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
    problem: `no folder for profiles: set ${folderVariables(process.platform)}`
  })
})

const isTaken = (error: unknown) => error instanceof PlatformError && error.reason._tag === "AlreadyExists"

// Other processes hold it for a few milliseconds.
const untilFree = Schedule.max([Schedule.spaced("20 millis"), Schedule.during("5 seconds")])

const encoder = new TextEncoder()

/** Follows links, so that a linked file stays linked. */
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
  // An interruption ends the wait for other processes, but never a change.
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

/** Changes the profiles and returns them. Concurrent processes each see the changes of the one before. */
export const changeProfiles = Effect.fnUntraced(function* <E, R>(
  change: (profiles: StoredProfiles) => Effect.Effect<Profiles, E, R>
): Effect.fn.Return<StoredProfiles, E | UsageError, R | FileSystem.FileSystem> {
  const path = yield* fileOf()
  return yield* Effect.catch(replace(path, change), (error) =>
    Effect.fail(
      error instanceof PlatformError
        ? new UsageError({ problem: `${path} can't be written: ${describe(error)}` })
        : error
    )
  )
})
