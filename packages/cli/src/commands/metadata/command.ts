/**
 * `rooms metadata`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { metadataFlags } from "./flags.ts"

export const metadata = Command.make(
  "metadata",
  metadataFlags,
  handler(() => import("./run.ts"))
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
