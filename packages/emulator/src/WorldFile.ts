/**
 * Reads a world from a file, and keeps it in one. A file has the JSON of a `WorldSnapshot`, with a line for each room and each
 * recording. The same world always produces the same bytes.
 *
 * Files are replaced atomically, once the new content is safely on the disk. If the process is killed, the last complete file
 * remains.
 *
 * @module
 */
import { type Host, WorldHost } from "@effect-rooms/testing/unstable"
import { World } from "@effect-rooms/testing/World"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { lockFile } from "./files/fileLock.ts"
import { parseJson, readText } from "./files/readJson.ts"
import { checkTarget, removeLeftOvers, replaceFile, resolvePath, type Target } from "./files/replaceFile.ts"
import { worldText } from "./files/worldText.ts"
import { WorldFileError, type WorldFileErrorReason } from "./WorldFileError.ts"

/** Files that a world is read from and written to. */
export interface WorldFileOptions {
  /**
   * A snapshot to start with instead of the scenario: an export of an emulator, or a data file. A reset restores it. If the data file
   * already exists, it is read instead.
   */
  readonly import?: string
  /**
   * A file that keeps the world: read at the start if it exists, and written shortly after every change and when the scope closes. A
   * lock file next to it keeps a second emulator out. Restarts keep rooms and sessions, but not quirks, faults, the clock or the log.
   */
  readonly data?: string
  /** A file that the world is written to when the scope closes. */
  readonly exportOnExit?: string
  /**
   * How long a change may wait before it's written to the data file. A large world waits longer, so that writing takes at most a
   * tenth of the time. Default: 100 milliseconds.
   */
  readonly writeEvery?: Duration.Input
  /** Runs if the last state can't be written when the scope closes. Default: logs an error. */
  readonly onUnsaved?: (error: WorldFileError) => Effect.Effect<void>
}

/** The pause after a write, as a multiple of the time that the write took. */
const restAfterWrite = 9

/** Adds the file to a failure, whose reason doesn't name it. */
const about =
  (file: string) =>
  <A, E extends WorldFileErrorReason, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, WorldFileError, R> =>
    Effect.mapError(effect, (reason) => new WorldFileError({ file, reason }))

/** Reads a file into the world, and returns an effect that does so again. */
const importFile = Effect.fnUntraced(function* (world: World["Service"], file: string) {
  const text = yield* readText(file)
  const restore = Effect.flatMap(parseJson(text), world.restore)
  yield* restore
  return restore
})

const write = Effect.fnUntraced(function* (world: World["Service"], target: Target) {
  yield* replaceFile(target, worldText(yield* world.snapshot))
})

const logUnsaved = (error: WorldFileError) => Effect.logError(error.message)

/** Writes the world when the scope closes. Checks at the start that the file can be written. */
const exportOnExit = Effect.fnUntraced(function* (world: World["Service"], file: string, options: WorldFileOptions) {
  const { onUnsaved = logUnsaved } = options
  const target = yield* resolvePath(file).pipe(Effect.flatMap(checkTarget), about(file))
  yield* Effect.addFinalizer(() => write(world, target).pipe(about(file), Effect.catch(onUnsaved)))
})

/** A data file that no other process uses. */
const openData = Effect.fnUntraced(function* (file: string) {
  const path = yield* resolvePath(file)
  const lock = yield* lockFile(path)
  yield* removeLeftOvers(path)
  return { file, lock, target: yield* checkTarget(path) }
})

/** Keeps the world in a data file until the scope closes. */
const keep = Effect.fnUntraced(function* (
  world: World["Service"],
  host: Host,
  { file, lock, target }: Effect.Success<ReturnType<typeof openData>>,
  { onUnsaved = logUnsaved, writeEvery = "100 millis" }: WorldFileOptions
) {
  // If the world was read from the file, the file is already up to date.
  let written = target.exists ? host.changes : undefined
  const save = Effect.gen(function* () {
    if (host.changes === written) return
    yield* lock.check
    const { changes } = host
    yield* write(world, target)
    written = changes
  }).pipe(about(file))

  yield* save
  yield* Effect.addFinalizer(() => Effect.catch(save, onUnsaved))

  let problem = ""
  const warn = ({ message }: WorldFileError) =>
    Effect.suspend(() => {
      if (message === problem) return Effect.void
      problem = message
      return Effect.logWarning(`${message}; it will be tried again`)
    })
  const saveAndRest = save.pipe(
    Effect.tap(() =>
      Effect.sync(() => {
        problem = ""
      })
    ),
    Effect.catch(warn),
    Effect.timed,
    Effect.flatMap(([took]) => Effect.sleep(Duration.times(took, restAfterWrite)))
  )
  yield* saveAndRest.pipe(Effect.delay(writeEvery), Effect.forever, Effect.forkScoped)
})

const make = Effect.fnUntraced(function* (options: WorldFileOptions) {
  const world = yield* World
  const { data, exportOnExit: exported, import: imported } = options
  const opened = data === undefined ? undefined : yield* about(data)(openData(data))
  const isKept = data !== undefined && opened?.target.exists === true
  if (isKept) yield* about(data)(importFile(world, data))
  const again = isKept || imported === undefined ? undefined : yield* about(imported)(importFile(world, imported))
  if (exported !== undefined) yield* exportOnExit(world, exported, options)
  if (opened !== undefined) yield* keep(world, yield* WorldHost, opened, options)
  // `orDie`, because the file has already been read once without an error.
  return again === undefined ? world : { ...world, reset: Effect.andThen(world.reset, Effect.orDie(again)) }
})

/** Reads the world of the context from its files, and writes it to them until the scope closes. */
export const layer = (
  options: WorldFileOptions
): Layer.Layer<World, WorldFileError, World | WorldHost | FileSystem.FileSystem> => Layer.effect(World, make(options))
