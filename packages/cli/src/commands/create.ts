/**
 * `rooms create`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { createdRoomFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"

const flags = {
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
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Check the room and print what would be sent; send nothing. Needs no service and no key"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  ...outputFlagsFor(createdRoomFields),
  ...connectionFlags
}

/** What `rooms create` was asked for. */
export type CreateInput = Command.Command.Config.Infer<typeof flags>

export const create = Command.make(
  "create",
  flags,
  action(() => import("../actions/create.ts"))
).pipe(
  Command.withDescription("Create a room"),
  Command.withExamples([
    { command: 'rooms create --title "Stand-up" --locked', description: "A locked room with a title" },
    { command: "rooms create --metadata @room.json", description: "Metadata from a file" },
    { command: "rooms create --metadata @room.json --dry-run", description: "What would be sent" }
  ])
)
