/**
 * `rooms emulator`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { endsCleanly } from "../Interruption.ts"
import { print } from "../Output.ts"

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))
const RoomCount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

const start = Command.make(
  "start",
  {
    host: Flag.String("host").pipe(
      Flag.withDescription("The address to listen on. Another than 127.0.0.1 lets others reach the emulator"),
      Flag.withDefault("127.0.0.1")
    ),
    port: Flag.Int("port").pipe(
      Flag.withDescription("The port to listen on; 0 picks a free one"),
      Flag.withSchema(Port),
      Flag.withDefault(0)
    ),
    apiKeys: Flag.Redacted("api-key").pipe(
      Flag.withDescription("An API key that is accepted; may be given more than once. Default: dev"),
      Flag.withMetavar("key"),
      Flag.atLeast(0)
    ),
    seed: Flag.Int("seed").pipe(
      Flag.withDescription("The same seed gives the same world"),
      Flag.withMetavar("n"),
      Flag.withDefault(1)
    ),
    rooms: Flag.Int("rooms").pipe(
      Flag.withDescription("How many rooms the first API key has at the start"),
      Flag.withMetavar("n"),
      Flag.withSchema(RoomCount),
      Flag.withDefault(40)
    )
  },
  Effect.fnUntraced(function* ({ apiKeys, host, port, rooms, seed }) {
    const { Emulator } = yield* Effect.promise(() => import("@effect-rooms/emulator"))
    const { Scenario, defaultApiKey } = yield* Effect.promise(() => import("@effect-rooms/testing"))
    const layer = Emulator.layer({
      host,
      port,
      seed,
      apiKeys: apiKeys.length === 0 ? [defaultApiKey] : apiKeys,
      scenario: Scenario.office({ rooms, seed })
    })
    yield* Emulator.use(({ url }) => Effect.andThen(print(`listening on ${url}\n`), Effect.never)).pipe(
      Effect.provide(layer),
      endsCleanly
    )
  })
).pipe(
  Command.withDescription("Run the service on this machine until it is interrupted"),
  Command.withExamples([
    { command: "rooms emulator start --port 4010 --rooms 40", description: "On a port of your own" }
  ])
)

export const emulator = Command.make("emulator").pipe(
  Command.withDescription("The room and session service on this machine"),
  Command.withSubcommands([start])
)
