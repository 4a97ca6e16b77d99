import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { createdRoomFields } from "../../output/serviceFields.ts"

/** The flags and arguments of `rooms create`. */
export const createFlags = {
  positionalTitle: Argument.String("title").pipe(
    Argument.withDescription("The title, which is stored in the metadata"),
    Argument.optional
  ),
  title: Flag.String("title").pipe(
    Flag.withDescription("Another way to give the title"),
    Flag.withMetavar("text"),
    Flag.optional
  ),
  locked: Flag.Boolean("locked").pipe(
    Flag.withDescription("Lock the room, so that nobody can join"),
    Flag.withDefault(false)
  ),
  hostWallets: Flag.String("host-wallet").pipe(
    Flag.withDescription("The wallet of a host, which is stored in the metadata. Can be repeated"),
    Flag.withMetavar("wallet"),
    Flag.atLeast(0)
  ),
  metadata: Flag.String("metadata").pipe(
    Flag.withDescription("More metadata: a JSON object, or @ and the name of a file with one"),
    Flag.withMetavar("json|@file"),
    Flag.optional
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription(
      "Check the room and print what would be sent, without sending it. Needs no service and no key"
    ),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  ...outputFlagsFor(createdRoomFields),
  ...connectionFlags
}

/** The input of `rooms create`. */
export type CreateInput = Command.Command.Config.Infer<typeof createFlags>
