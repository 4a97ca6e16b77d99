/**
 * What has happened in an emulator's world before it starts, as flags give it.
 */
import * as Scenario from "@effect-rooms/testing/Scenario"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { UsageError } from "../../failure/UsageError.ts"

interface Beginning {
  readonly scenario: Option.Option<string>
  readonly rooms: Option.Option<number>
  readonly sessions: Option.Option<number>
  readonly seed: number
  readonly import: Option.Option<string>
}

const wrong = (problem: string) => new UsageError({ problem })

const readFile = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(fileSystem.readFileString(file), ({ reason }) =>
    reason._tag === "NotFound"
      ? wrong(`--scenario ${file}: is neither a file nor one of office, empty`)
      : wrong(`--scenario ${file}: ${reason.message}`)
  )
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => wrong(`--scenario ${file}: is not JSON: ${error instanceof Error ? error.message : error}`)
  })
  return yield* Effect.mapError(Scenario.decodeUnknown(json), ({ path, problem }) =>
    wrong(`--scenario ${file}: ${path === "" ? problem : `${path}: ${problem}`}`)
  )
})

/** The scenario, where there is one. */
export const readBeginning = Effect.fnUntraced(function* ({
  import: imported,
  rooms,
  scenario,
  seed,
  sessions
}: Beginning): Effect.fn.Return<
  Option.Option<Scenario.Scenario | Effect.Effect<Scenario.Scenario>>,
  UsageError,
  FileSystem.FileSystem
> {
  const name = Option.getOrElse(scenario, () => "office")
  const size = Option.isSome(rooms) ? "--rooms" : Option.isSome(sessions) ? "--sessions" : undefined
  if (Option.isSome(imported) && (Option.isSome(scenario) || size !== undefined)) {
    return yield* wrong(`--import is a whole world: leave out ${size ?? "--scenario"}`)
  }
  if (name !== "office" && size !== undefined) {
    return yield* wrong(`${size} is the size of an office: leave it out with another --scenario`)
  }
  if (Option.isSome(imported) || name === "empty") return Option.none()
  if (name !== "office") return Option.some(yield* readFile(name))
  return Option.some(
    Scenario.office({
      rooms: Option.getOrElse(rooms, () => 40),
      ...(Option.isSome(sessions) ? { sessions: sessions.value } : {}),
      seed
    })
  )
})
