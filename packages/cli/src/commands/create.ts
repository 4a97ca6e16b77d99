/**
 * `rooms create`
 */
import { Rooms } from "@effect-rooms/core"
import { JsonMetadata } from "@effect-rooms/core/Metadata"
import { CreatedRoom } from "@effect-rooms/core/Room"
import { fromSchemaError } from "@effect-rooms/core/SchemaProblem"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, printAnswer } from "../Output.ts"
import { UsageError } from "../UsageError.ts"

const decodeMetadata = Schema.decodeUnknownEffect(JsonMetadata)

const parseJson = (text: string) =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () =>
      new UsageError({ problem: '--metadata: not JSON; it looks like \'{"title": "Stand-up"}\' or @file.json' })
  })

const readMetadata = (text: string) =>
  text.startsWith("@")
    ? Effect.flatMap(FileSystem.FileSystem, (fileSystem) => fileSystem.readFileString(text.slice(1))).pipe(
        Effect.mapError((error) => new UsageError({ problem: `--metadata: ${text.slice(1)}: ${error.reason.message}` }))
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

export const create = Command.make(
  "create",
  {
    locked: Flag.Boolean("locked").pipe(Flag.withDescription("The room refuses joins"), Flag.withDefault(false)),
    title: Flag.String("title").pipe(
      Flag.withDescription("The title, stored in the metadata"),
      Flag.withMetavar("text"),
      Flag.optional
    ),
    hostWallets: Flag.String("host-wallet").pipe(
      Flag.withDescription("A host's wallet, stored in the metadata; may be given more than once"),
      Flag.withMetavar("wallet"),
      Flag.atLeast(0)
    ),
    metadata: Flag.String("metadata").pipe(
      Flag.withDescription("More metadata: a JSON object, or @ and the name of a file that holds one"),
      Flag.withMetavar("json|@file"),
      Flag.optional
    ),
    ...formatFlag,
    ...connectionFlags
  },
  Effect.fnUntraced(function* (input) {
    const metadata = {
      ...(yield* metadataOf(input.metadata)),
      ...Option.match(input.title, { onNone: () => ({}), onSome: (title) => ({ title }) }),
      ...(input.hostWallets.length === 0 ? {} : { hostWallets: input.hostWallets })
    }
    const room = yield* Rooms.use((rooms) =>
      rooms.create({
        roomLocked: input.locked,
        ...(Object.keys(metadata).length === 0 ? {} : { metadata })
      })
    ).pipe(Effect.provide(layerServices(input)))
    yield* printAnswer(room, input.format, {
      encode: ({ message, roomId }) => encodeCreated({ message, data: { roomId } }),
      columns: [
        { header: "ROOM", cell: ({ roomId }) => roomId },
        { header: "MESSAGE", cell: ({ message }) => message }
      ]
    })
  })
).pipe(
  Command.withDescription("Create a room"),
  Command.withExamples([
    { command: 'rooms create --title "Stand-up" --locked', description: "A locked room with a title" },
    { command: "rooms create --metadata @room.json", description: "Metadata from a file" }
  ])
)
