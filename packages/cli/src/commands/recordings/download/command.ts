/**
 * `rooms recordings download`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../../handler.ts"
import { downloadFlags } from "./flags.ts"

export const download = Command.make(
  "download",
  downloadFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "Download recordings into a folder\n\n" +
      "Skips files that exist already, and continues interrupted downloads. Gives up on a host that sends nothing for 30s, or for " +
      "--timeout. The API key isn't sent to the hosts of the files."
  ),
  Command.withShortDescription("Download recordings into a folder, and resume interrupted downloads"),
  Command.withExamples([
    { command: "rooms recordings download --to recordings", description: "Download everything that isn't there yet" },
    {
      command: "rooms recordings download --session s1 --to . --format json",
      description: "Download the recordings of one session"
    },
    { command: "rooms recordings download --id r1 --id r2 --to .", description: "Download two recordings" }
  ])
)
