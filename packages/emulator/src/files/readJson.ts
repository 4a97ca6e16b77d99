/**
 * The JSON of a file.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { NotJson, Unreadable } from "../WorldFileError.ts"
import { describeProblem } from "./fileProblem.ts"

const problemOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Reads the text of a file. Invalid UTF-8 is refused, because replacing it would silently change names. */
export const readText = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const bytes = yield* Effect.mapError(
    fileSystem.readFile(file),
    (error) => new Unreadable({ problem: describeProblem(error) })
  )
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: (error) => new NotJson({ problem: problemOf(error) })
  })
})

export const parseJson = (text: string): Effect.Effect<unknown, NotJson> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => new NotJson({ problem: text.trim() === "" ? "it is empty" : problemOf(error) })
  })
