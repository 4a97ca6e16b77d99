/**
 * Replaces a file as a whole: whoever reads it finds what was there before, or all of what is there now, also when the process
 * or the machine ends in the middle.
 */
import { randomUUID } from "node:crypto"
import { basename, dirname, join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { PlatformError } from "effect/PlatformError"
import { Unwritable } from "../WorldFileError.ts"
import { describeProblem } from "./fileProblem.ts"

/** A file that can be replaced. */
export interface Target {
  readonly path: string
  readonly exists: boolean
  /** The permissions that it has, to be kept. */
  readonly mode: number | undefined
  /** Whether this system can sync a folder. */
  readonly syncsFolders: boolean
}

const unwritable = (problem: string) => new Unwritable({ problem })

export const cannotWrite = (error: PlatformError): Unwritable => unwritable(describeProblem(error))

const isNotFound = ({ reason }: PlatformError) => reason._tag === "NotFound"

/** Returns a unique name for a temporary file next to the file. */
export const temporaryName = (path: string): string => join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)

/** Removes what processes left over that were killed. Only for a file that nobody else replaces. */
export const removeLeftOvers = Effect.fnUntraced(function* (path: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const [folder, prefix] = [dirname(path), `.${basename(path)}.`]
  const names = yield* Effect.orElseSucceed(fileSystem.readDirectory(folder), () => [])
  yield* Effect.forEach(
    names.filter((name) => name.startsWith(prefix) && /^[0-9a-f-]{36}\.tmp$/.test(name.slice(prefix.length))),
    (name) => Effect.ignore(fileSystem.remove(join(folder, name), { force: true })),
    { discard: true }
  )
})

const syncFolder = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  yield* Effect.scoped(Effect.flatMap(fileSystem.open(folder), ({ sync }) => sync))
})

/** Permissions, without what kind of file it is. */
const permissions = 0o7777

/** Returns the absolute path of a file, with links resolved, so that replacing it keeps the link. */
export const resolvePath = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  return yield* Effect.catchIf(fileSystem.realPath(file), isNotFound, () => Effect.succeed(resolve(file)))
}, Effect.mapError(cannotWrite))

/** Checks that a file can be replaced, without changing it. */
export const checkTarget = Effect.fnUntraced(
  function* (path: string) {
    const fileSystem = yield* FileSystem.FileSystem
    const info = yield* Effect.catchIf(fileSystem.stat(path), isNotFound, () => Effect.undefined)
    if (info?.type === "Directory") return yield* unwritable("it is a folder")
    if (info !== undefined && info.type !== "File") return yield* unwritable("it isn't a regular file")
    // A file that this user may not write to could be replaced by renaming, but shouldn't be.
    if (info !== undefined) yield* fileSystem.access(path, { writable: true })
    const probe = temporaryName(path)
    yield* Effect.scoped(fileSystem.open(probe, { flag: "wx" }))
    yield* fileSystem.remove(probe, { force: true })
    const target: Target = {
      path,
      exists: info !== undefined,
      mode: info === undefined ? undefined : info.mode & permissions,
      syncsFolders: yield* Effect.isSuccess(syncFolder(dirname(path)))
    }
    return target
  },
  Effect.catchTag("PlatformError", (error) => Effect.fail(cannotWrite(error)))
)

const encoder = new TextEncoder()

/** Writes `text` in place of what the file holds. It is read piece by piece, and others have their turn between two. */
export const replaceFile = Effect.fnUntraced(
  function* ({ mode, path, syncsFolders }: Target, text: Iterable<string>) {
    const fileSystem = yield* FileSystem.FileSystem
    const temporary = temporaryName(path)
    const write = Effect.gen(function* () {
      const file = yield* fileSystem.open(temporary, { flag: "wx", ...(mode === undefined ? {} : { mode }) })
      // The umask of the process must not take permissions away.
      if (mode !== undefined) yield* fileSystem.chmod(temporary, mode)
      for (const piece of text) yield* file.writeAll(encoder.encode(piece))
      yield* file.sync
    })
    yield* Effect.scoped(write).pipe(
      // The file system reports a failing close, such as a late quota error, as a defect.
      Effect.catchDefect((defect) => (defect instanceof PlatformError ? Effect.fail(defect) : Effect.die(defect))),
      Effect.andThen(fileSystem.rename(temporary, path)),
      Effect.onError(() => Effect.ignore(fileSystem.remove(temporary)))
    )
    if (syncsFolders) yield* syncFolder(dirname(path))
  },
  Effect.mapError(cannotWrite),
  Effect.uninterruptible
)
