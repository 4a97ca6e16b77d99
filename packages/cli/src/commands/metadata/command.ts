/**
 * `rooms metadata`
 */
import * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { roomMetadataFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { action } from "../action.ts"
import { roomIdArgument } from "../sharedFlags.ts"

const flags = { roomId: roomIdArgument, ...outputFlagsFor(roomMetadataFields), ...connectionFlags }

/** What `rooms metadata` was asked for. */
export type MetadataInput = Command.Command.Config.Infer<typeof flags>

export const metadata = Command.make(
  "metadata",
  flags,
  action(() => import("./run.ts"))
).pipe(
  Command.withDescription("Show the metadata of one room"),
  Command.withExamples([
    { command: "rooms metadata abc-defg-hij", description: "Show what is stored with the room" },
    {
      command: "rooms metadata abc-defg-hij --format json | jq -r .metadata.title",
      description: "Print only its title"
    }
  ])
)
