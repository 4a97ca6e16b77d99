/**
 * The initial state of an emulator's world, from the flags.
 */
import * as Scenario from "@effect-rooms/testing/Scenario"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { UsageError } from "../../failure/UsageError.ts"

interface InitialStateInput {
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
      ? wrong(`--scenario ${file}: it is neither a file nor office or empty`)
      : wrong(`--scenario ${file}: ${reason.message}`)
  )
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => wrong(`--scenario ${file}: not JSON: ${error instanceof Error ? error.message : error}`)
  })
  return yield* Effect.mapError(Scenario.decodeUnknown(json), ({ path, problem }) =>
    wrong(`--scenario ${file}: ${path === "" ? problem : `${path}: ${problem}`}`)
  )
})

/** Returns the scenario, if there is one. */
export const readInitialState = Effect.fnUntraced(function* ({
  import: imported,
  rooms,
  scenario,
  seed,
  sessions
}: InitialStateInput): Effect.fn.Return<
  Option.Option<Scenario.Scenario | Effect.Effect<Scenario.Scenario>>,
  UsageError,
  FileSystem.FileSystem
> {
  const name = Option.getOrElse(scenario, () => "office")
  const size = Option.isSome(rooms) ? "--rooms" : Option.isSome(sessions) ? "--sessions" : undefined
  if (Option.isSome(imported) && (Option.isSome(scenario) || size !== undefined)) {
    return yield* wrong(`--import replaces the scenario: leave out ${size ?? "--scenario"}`)
  }
  if (name !== "office" && size !== undefined) {
    return yield* wrong(`${size} sets the size of the office: leave it out with another --scenario`)
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
