/**
 * The folder that recordings are downloaded into.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { UsageError } from "../../../failure/UsageError.ts"
import type { Folder } from "./download.ts"

const unusable = (name: string) => (error: PlatformError) => {
  const { cause } = error.reason
  return new UsageError({ problem: `--to ${name}: ${cause instanceof Error ? cause.message : error.reason.message}` })
}

/** Creates the folder if it doesn't exist. Links are followed. */
export const openFolder = Effect.fnUntraced(function* (name: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* fileSystem.makeDirectory(name, { recursive: true }).pipe(
    Effect.andThen(fileSystem.realPath(name)),
    Effect.tap((path) => fileSystem.access(path, { writable: true })),
    Effect.mapError(unusable(name))
  )
  const folder: Folder = { name, path }
  return folder
})

/** Returns the folder without creating it. */
export const predictFolder = Effect.fnUntraced(function* (name: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* fileSystem.realPath(name).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound",
      () => Effect.succeed(name)
    ),
    Effect.mapError(unusable(name))
  )
  const folder: Folder = { name, path }
  return folder
})
