import type * as Command from "effect/cli/Command"
import * as Duration from "effect/Duration"
import { connectionFlags } from "../../connection/flags.ts"
import { durationFlag } from "../../flags/duration.ts"
import { roomIdArgument } from "../../flags/lists.ts"
import { switchFlag } from "../../flags/switchFlag.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { liveParticipantFields } from "../../output/serviceFields.ts"

const shortestWait = Duration.millis(100)

/** The flags and arguments of `rooms live`. */
export const liveFlags = {
  roomId: roomIdArgument,
  watch: switchFlag(
    "watch",
    "Keep polling, and show who joins and leaves, until Ctrl-C: as a table on a terminal, otherwise as ndjson events"
  ),
  every: durationFlag("every", {
    description: "With --watch, how long to wait between polls, such as 30s. Default: 5s",
    expected: "a duration of 100ms or more",
    isValid: (every) => Duration.isGreaterThanOrEqualTo(every, shortestWait)
  }),
  ...outputFlagsFor(liveParticipantFields),
  ...connectionFlags
}

/** The input of `rooms live`. */
export type LiveInput = Command.Command.Config.Infer<typeof liveFlags>
