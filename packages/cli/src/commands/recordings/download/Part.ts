/**
 * A file that is being downloaded: `.<name>.part`, and beside it in `.<name>.part.json` which version of the file it is of.
 * It gets its name when all of it is on the disk, so that whatever has that name is whole.
 *
 * It is never emptied, but begun anew as another file: a process that still writes the one before can do it no harm.
 *
 * @module
 */
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"

/** What a host says of a file, to tell this one from the next that it has under the same URL. */
export const Version = Schema.Struct({
  /** A strong entity tag. */
  etag: Schema.optionalKey(Schema.String),
  /** A time of change that is no longer open to another change. */
  lastModified: Schema.optionalKey(Schema.String),
  /** In bytes. */
  size: Schema.optionalKey(Schema.Natural)
})
export type Version = typeof Version.Type

/** What there is of a file. */
export interface Part {
  readonly version: Version
  /** In bytes: where it goes on. */
  readonly offset: number
}

const encodeVersion = Schema.encodeSync(Schema.fromJsonString(Version))
const decodeVersion = Schema.decodeUnknownOption(Schema.fromJsonString(Version))

/** A file of a folder that is to get a name. */
export interface PartPath {
  readonly target: string
  readonly part: string
  readonly version: string
}

export const partPath = (folder: string, name: string): PartPath => ({
  target: join(folder, name),
  part: join(folder, `.${name}.part`),
  version: join(folder, `.${name}.part.json`)
})

export const isNotFound = ({ reason }: PlatformError): boolean => reason._tag === "NotFound"

/** What an earlier run left, where its version is known. */
export const find = Effect.fnUntraced(
  function* ({ part, version }: PartPath) {
    const fileSystem = yield* FileSystem.FileSystem
    const { size, type } = yield* fileSystem.lstat(part)
    const known = decodeVersion(yield* fileSystem.readFileString(version))
    if (type !== "File" || size === 0n || Option.isNone(known)) return undefined
    const found: Part = { version: known.value, offset: Number(size) }
    return found
  },
  Effect.catchIf(isNotFound, () => Effect.undefined)
)

/** A file that is empty. */
export const begin = Effect.fnUntraced(function* (path: PartPath, version: Version) {
  const fileSystem = yield* FileSystem.FileSystem
  // In this order: a version is never found beside bytes of another one, wherever this ends.
  yield* fileSystem.remove(path.version, { force: true })
  yield* fileSystem.remove(path.part, { force: true })
  const file = yield* fileSystem.open(path.part, { flag: "wx" })
  yield* fileSystem.writeFileString(path.version, encodeVersion(version), { flag: "wx" })
  return file
})

/** The file that there is, to go on with. */
export const goOn = Effect.fnUntraced(function* ({ part }: PartPath, offset: number) {
  const fileSystem = yield* FileSystem.FileSystem
  const file = yield* fileSystem.open(part, { flag: "r+" })
  yield* file.seek(BigInt(offset), "start")
  return file
})

const syncFolder = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  yield* Effect.scoped(Effect.flatMap(fileSystem.open(folder), ({ sync }) => sync))
})

/**
 * Gives the file its name, unless another process that wrote the same one has done so. `false` where the temporary name is
 * another file's by now.
 */
export const finish = Effect.fnUntraced(function* ({ part, target, version }: PartPath, file: FileSystem.File) {
  const fileSystem = yield* FileSystem.FileSystem
  yield* file.sync
  const mine = yield* file.stat
  const isMine = (path: string) =>
    fileSystem.lstat(path).pipe(
      Effect.map(({ dev, ino }) => dev === mine.dev && Equal.equals(ino, mine.ino)),
      Effect.catchIf(isNotFound, () => Effect.succeed(false))
    )
  if (!(yield* isMine(part))) return yield* isMine(target)
  yield* fileSystem.rename(part, target)
  yield* fileSystem.remove(version, { force: true })
  // Not every system can do this to a folder.
  yield* Effect.ignore(syncFolder(dirname(target)))
  return true
}, Effect.uninterruptible)
