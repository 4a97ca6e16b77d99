/**
 * Prints completions for a shell. Failures print nothing, because the user is still typing.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { connectionFlags } from "../../connection/flags.ts"
import { readProfiles } from "../../connection/profiles/profilesFile.ts"
import { layerServices } from "../../connection/services.ts"
import { titleText } from "../../output/cells.ts"
import { print } from "../../output/streams.ts"
import * as Platform from "../../Platform.ts"
import { type Candidate, completionOf } from "./candidates.ts"
import type { CompleteInput } from "./flags.ts"

/** The longest wait for the service, because the user is typing. */
const patience = "300 millis"

/** A longer list would be unreadable. */
const mostRooms = 50

const connectionNames: ReadonlySet<string> = new Set(
  Completions.fromCommand(Command.make("rooms", connectionFlags)).flags.map(({ name }) => name)
)

const layerSilent = Layer.succeed(CliOutput.Presenter, { present: () => Effect.void })

/** Returns the ids of rooms with this prefix that arrive in time, newest room first. */
const roomIds = (flags: ReadonlyArray<string>, current: string) => {
  const found: Array<Candidate> = []
  const search = Command.make("rooms", connectionFlags, (connection) =>
    Rooms.use((rooms) =>
      rooms.stream().pipe(
        Stream.filter(({ roomId }) => roomId.startsWith(current)),
        Stream.take(mostRooms),
        Stream.runForEach((room) =>
          Effect.sync(() => {
            found.push({ value: room.roomId, description: titleText(room) })
          })
        )
      )
    ).pipe(Effect.provide(layerServices(connection)))
  )
  const ofConnection = flags.filter((flag) => connectionNames.has(flag.slice(2).split("=", 1)[0] ?? ""))
  return Command.runWith(search, { version: "" })(ofConnection).pipe(
    Effect.provide([Platform.layer, layerSilent]),
    Effect.timeoutOption(patience),
    Effect.ignoreCause,
    Effect.map(() => found)
  )
}

/** Returns the profiles whose names, after `before`, have this prefix. */
const profiles = (before: string, current: string) =>
  readProfiles().pipe(
    Effect.provide(NodeFileSystem.layer),
    Effect.map(Option.match({ onNone: () => [], onSome: ({ byName }) => [...byName] })),
    Effect.map((all) => all.map(([name, { baseUrl }]): Candidate => ({ value: before + name, description: baseUrl }))),
    Effect.map((all) => all.filter(({ value }) => value.startsWith(current))),
    Effect.orElseSucceed((): ReadonlyArray<Candidate> => [])
  )

const words = (text: string) => text.replace(/\p{Cc}+/gu, " ")

export const run = Effect.fnUntraced(function* (input: CompleteInput) {
  const completion = completionOf(Completions.fromCommand(input.root), input.words, input.current)
  const candidates =
    completion._tag === "Candidates"
      ? completion.candidates
      : completion._tag === "RoomIds"
        ? yield* roomIds(completion.flags, input.current)
        : completion._tag === "Profiles"
          ? yield* profiles(completion.before, input.current)
          : []
  const lines = candidates.map(({ description, value }) => `${words(value)}\t${words(description)}\n`)
  yield* print(`${completion._tag === "Files" ? "files" : "candidates"}\n${lines.join("")}`)
})
