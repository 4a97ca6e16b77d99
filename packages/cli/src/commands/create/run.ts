/**
 * Runs `rooms create`.
 */

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { JsonMetadata } from "@effect-rooms/core/Metadata"
import { CreatedRoom } from "@effect-rooms/core/Room"
import { type CreateRoomInput, type NewRoom, Rooms } from "@effect-rooms/core/Rooms"
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { layerServices } from "../../connection/services.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { printAnswer } from "../../output/print.ts"
import { createdRoomFields } from "../../output/serviceFields.ts"
import { encodeWith } from "../../output/View.ts"
import type { CreateInput } from "./flags.ts"
import { reportingInterruption } from "./interrupted.ts"

const decodeMetadata = Schema.decodeUnknownEffect(JsonMetadata)

const parseJson = (text: string) =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () =>
      new UsageError({ problem: '--metadata: not JSON; write it like \'{"title": "Stand-up"}\' or @file.json' })
  })

const unreadable = (file: string, { _tag, message }: PlatformError["reason"]): string => {
  switch (_tag) {
    case "NotFound":
      return `--metadata: no file ${file}`
    case "PermissionDenied":
      return `--metadata: no permission to read ${file}`
    default:
      return `--metadata: can't read ${file}: ${message}`
  }
}

const readMetadata = (text: string) =>
  text.startsWith("@")
    ? Effect.flatMap(FileSystem.FileSystem, (fileSystem) => fileSystem.readFileString(text.slice(1))).pipe(
        Effect.provide(NodeFileSystem.layer),
        Effect.mapError(({ reason }) => new UsageError({ problem: unreadable(text.slice(1), reason) }))
      )
    : Effect.succeed(text)

const metadataOf = Effect.fnUntraced(function* (text: Option.Option<string>) {
  if (Option.isNone(text)) return {}
  const json = yield* Effect.flatMap(readMetadata(text.value), parseJson)
  return yield* Effect.mapError(decodeMetadata(json), (error) => {
    const { path, problem } = fromSchemaError(error)
    return new UsageError({ problem: `--metadata: ${path === "" ? problem : `${path}: ${problem}`}` })
  })
})

const encodeCreated = encodeWith(CreatedRoom)

const dryRun = Effect.fnUntraced(function* (room: CreateRoomInput, input: CreateInput) {
  if (Option.isSome(input.fields)) {
    return yield* new UsageError({
      problem: "--fields selects fields of the response, and --dry-run gets none: leave one of them out"
    })
  }
  const { createBody, createBodyView } = yield* Effect.promise(() => import("./dryRun.ts"))
  yield* printAnswer(yield* createBody(room), input, createBodyView)
})

const titleOf = ({ positionalTitle, title }: CreateInput) => Option.orElse(positionalTitle, () => title)

export const run = Effect.fnUntraced(function* (input: CreateInput) {
  if (Option.isSome(input.positionalTitle) && Option.isSome(input.title)) {
    return yield* new UsageError({ problem: "two titles: leave out --title" })
  }
  if (Option.exists(titleOf(input), (title) => title === "")) {
    return yield* new UsageError({ problem: "the title is empty: leave it out to create a room without a title" })
  }
  const metadata = {
    ...(yield* metadataOf(input.metadata)),
    ...Option.match(titleOf(input), { onNone: () => ({}), onSome: (title) => ({ title }) }),
    ...(input.hostWallets.length === 0 ? {} : { hostWallets: input.hostWallets })
  }
  const wanted = { roomLocked: input.locked, ...(Object.keys(metadata).length === 0 ? {} : { metadata }) }
  if (input.dryRun && !input.curl) return yield* dryRun(wanted, input)
  const create = Rooms.use((rooms) => rooms.create(wanted)).pipe(Effect.provide(layerServices(input)))
  const print = (room: NewRoom) =>
    printAnswer(room, input, {
      encode: ({ message, roomId }) => encodeCreated({ message, data: { roomId } }),
      fields: createdRoomFields,
      columns: [
        { header: "ROOM", cell: ({ roomId }) => roomId },
        { header: "MESSAGE", cell: ({ message }) => message }
      ]
    })
  yield* reportingInterruption(create, print, input)
})
