import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag, verifyFlag } from "../../flags/lists.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { roomFields } from "../../output/serviceFields.ts"
import { progressFlags } from "../../terminal/flags.ts"

/** The flags and arguments of `rooms list`. */
export const listFlags = {
  all: allFlag,
  limit: limitFlag,
  cursor: cursorFlag,
  title: Flag.String("title").pipe(
    Flag.withDescription("Only rooms with exactly this title. Reads every page"),
    Flag.withMetavar("text"),
    Flag.optional
  ),
  concurrency: concurrencyFlag,
  verify: verifyFlag,
  ...progressFlags,
  ...outputFlagsFor(roomFields),
  ...connectionFlags
}

/** The input of `rooms list`. */
export type ListInput = Command.Command.Config.Infer<typeof listFlags>
