/**
 * Locks a data file for one emulator. A lock file next to it names the holder.
 *
 * Node's file locks don't end with the process, so a lock of a killed process must be recognized: on the same machine by its process
 * id, and elsewhere (such as in another container with the same folder) by its age, because holders touch their locks. A process that
 * was wrongly taken for dead, for example after a long stop in a debugger, notices before its next write.
 */
import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import { basename } from "node:path"
import * as process from "node:process"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { InUse, type Unwritable } from "../WorldFileError.ts"
import { cannotWrite, temporaryName } from "./replaceFile.ts"

/** How often a lock is touched. */
const touchEvery = "5 seconds"
/** How old a lock is that nobody holds any more. */
const staleMillis = 30_000

const Holder = Schema.Struct({
  id: Schema.String,
  pid: Schema.Int.check(Schema.isGreaterThan(0)),
  host: Schema.String
})
type Holder = typeof Holder.Type

const decodeHolder = Schema.decodeUnknownOption(Schema.fromJsonString(Holder))

/** The locks of this process: another one with its number was held by a process before it, as in a container that restarts. */
const held = new Set<string>()

const isAlive = (pid: number): Effect.Effect<boolean> =>
  Effect.try({
    try: () => process.kill(pid, 0),
    // A process of another user cannot be asked, but is there.
    catch: (error) => error instanceof Error && "code" in error && error.code === "EPERM"
  }).pipe(Effect.catch(Effect.succeed))

const isNotFound = ({ reason }: PlatformError) => reason._tag === "NotFound"
const isTaken = (error: InUse | PlatformError): error is PlatformError =>
  error._tag === "PlatformError" && error.reason._tag === "AlreadyExists"

/** A lock that is held. */
export interface FileLock {
  /** Fails where somebody else has taken it. */
  readonly check: Effect.Effect<void, InUse | Unwritable>
}

/** Takes the lock of a file, until the scope closes. */
export const lockFile = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<FileLock, InUse | Unwritable, FileSystem.FileSystem | Scope.Scope> {
  const fileSystem = yield* FileSystem.FileSystem
  const lock = `${path}.lock`
  const claim = `${lock}.claim`
  const me: Holder = { id: randomUUID(), pid: process.pid, host: hostname() }
  const mine = JSON.stringify(me)

  const read = (file: string) => Effect.catchIf(fileSystem.readFileString(file), isNotFound, () => Effect.undefined)

  const inUse = (found: string | undefined) =>
    new InUse({
      lock: basename(lock),
      ...Option.match(decodeHolder(found), {
        onNone: () => ({}),
        onSome: ({ host, pid }) => (host === me.host ? { pid } : { pid, host })
      })
    })

  const writeMine = Effect.gen(function* () {
    const temporary = temporaryName(path)
    yield* fileSystem.writeFileString(temporary, mine, { flag: "wx" })
    return temporary
  })

  /** Makes a file that is not there yet. With all of its text at once, where the file system can: a process may be killed. */
  const create = Effect.fnUntraced(function* (file: string) {
    const temporary = yield* writeMine
    yield* fileSystem.link(temporary, file).pipe(
      Effect.catchIf(
        (error) => !isTaken(error),
        () => fileSystem.writeFileString(file, mine, { flag: "wx" })
      ),
      Effect.ensuring(Effect.ignore(fileSystem.remove(temporary)))
    )
  })

  const isGone = Effect.fnUntraced(
    function* (file: string, found: string) {
      const holder = decodeHolder(found)
      if (Option.isSome(holder) && holder.value.host === me.host) {
        const { id, pid } = holder.value
        if (pid === me.pid) return !held.has(id)
        if (!(yield* isAlive(pid))) return true
      }
      const { mtime } = yield* fileSystem.stat(file)
      const now = yield* Clock.currentTimeMillis
      return now - Option.match(mtime, { onNone: () => 0, onSome: Number }) > staleMillis
    },
    Effect.catchIf(isNotFound, () => Effect.succeed(true))
  )

  const createOrGiveUp = (file: string) => Effect.catchIf(create(file), isTaken, () => Effect.fail(inUse(undefined)))

  const takeClaim = Effect.gen(function* () {
    const found = yield* read(claim)
    if (found !== undefined) {
      if (!(yield* isGone(claim, found))) return yield* inUse(found)
      yield* fileSystem.remove(claim, { force: true })
    }
    yield* createOrGiveUp(claim)
  })

  /** Puts this lock in the place of one that nobody holds. */
  const replace = Effect.gen(function* () {
    const found = yield* read(lock)
    // Its holder has just ended.
    if (found === undefined) return yield* createOrGiveUp(lock)
    if (!(yield* isGone(lock, found))) return yield* inUse(found)
    yield* fileSystem.rename(yield* writeMine, lock)
  })

  /** Of several that find the same lock, only one at a time looks whether it is held, and replaces it. */
  const takeOver = Effect.acquireUseRelease(
    takeClaim,
    () => replace,
    () => Effect.ignore(fileSystem.remove(claim))
  )

  const orUnwritable = <A, R>(
    effect: Effect.Effect<A, InUse | PlatformError, R>
  ): Effect.Effect<A, InUse | Unwritable, R> =>
    Effect.catchTag(effect, "PlatformError", (error) => Effect.fail(cannotWrite(error)))

  const check = Effect.gen(function* () {
    const found = yield* read(lock)
    if (found === mine) return
    // The lock is missing if someone has deleted it.
    yield* found === undefined ? createOrGiveUp(lock) : Effect.fail(inUse(found))
  }).pipe(orUnwritable)

  const release = Effect.gen(function* () {
    held.delete(me.id)
    if ((yield* read(lock)) === mine) yield* fileSystem.remove(lock)
  })

  const touch = Effect.gen(function* () {
    yield* check
    const now = yield* Clock.currentTimeMillis
    yield* fileSystem.utimes(lock, new Date(now), new Date(now))
  })

  yield* Effect.acquireRelease(
    Effect.suspend(() => {
      held.add(me.id)
      return Effect.catchIf(create(lock), isTaken, () => takeOver)
    }).pipe(Effect.onError(() => Effect.sync(() => held.delete(me.id)))),
    () => Effect.ignore(release)
  ).pipe(orUnwritable)
  yield* Effect.ignore(touch).pipe(Effect.delay(touchEvery), Effect.forever, Effect.forkScoped)
  return { check }
})
