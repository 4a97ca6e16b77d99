/**
 * A partial download: the file `.<name>.part`, and its version in `.<name>.part.json`. It gets its final name once it is
 * completely on disk, so a file with that name is always complete.
 *
 * To start over, it is replaced by a new file instead of being truncated, because another process may still write to the old one.
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

/** A version of a file, as its host describes it. The same URL can serve another version later. */
export const Version = Schema.Struct({
  /** A strong entity tag. */
  etag: Schema.optionalKey(Schema.String),
  /** A modification time that no later change can have too. */
  lastModified: Schema.optionalKey(Schema.String),
  /** In bytes. */
  size: Schema.optionalKey(Schema.Natural)
})
export type Version = typeof Version.Type

/** The part of a file that exists. */
export interface Part {
  readonly version: Version
  /** The size in bytes, which is where the download continues. */
  readonly offset: number
}

const encodeVersion = Schema.encodeSync(Schema.fromJsonString(Version))
const decodeVersion = Schema.decodeUnknownOption(Schema.fromJsonString(Version))

/** The paths of a file and of its part. */
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

/** Finds the part that an earlier run left, if its version is known. */
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

/** Starts an empty part. */
export const start = Effect.fnUntraced(function* (path: PartPath, version: Version) {
  const fileSystem = yield* FileSystem.FileSystem
  // In this order, a version is never found next to the bytes of another one, even after a crash.
  yield* fileSystem.remove(path.version, { force: true })
  yield* fileSystem.remove(path.part, { force: true })
  const file = yield* fileSystem.open(path.part, { flag: "wx" })
  yield* fileSystem.writeFileString(path.version, encodeVersion(version), { flag: "wx" })
  return file
})

/** Opens the part to continue it. */
export const resume = Effect.fnUntraced(function* ({ part }: PartPath, offset: number) {
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
 * Gives the file its final name, unless another process with the same file has done so. Returns `false` if the temporary name
 * belongs to another file now.
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
  // Not every system can sync a folder.
  yield* Effect.ignore(syncFolder(dirname(target)))
  return true
}, Effect.uninterruptible)
