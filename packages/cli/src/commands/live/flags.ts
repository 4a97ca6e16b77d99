import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { connectionFlags, parseDuration } from "../../connection/flags.ts"
import { liveParticipantFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { roomIdArgument } from "../sharedFlags.ts"

const shortestWait = Duration.millis(100)

/** The flags and arguments of `rooms live`. */
export const liveFlags = {
  roomId: roomIdArgument,
  watch: Flag.Boolean("watch").pipe(
    Flag.withDescription(
      "Keep asking, and show who joins and leaves, until Ctrl-C: as a table on a terminal, else as ndjson events"
    ),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  every: Flag.String("every").pipe(
    Flag.withDescription("With --watch, how long to wait before asking again, such as 30s. Default: 5s"),
    Flag.withMetavar("duration"),
    Flag.filterMap(
      (text) => Option.filter(parseDuration(text), (every) => Duration.isGreaterThanOrEqualTo(every, shortestWait)),
      (text) => `"${text}" is not a duration of 100ms or more, such as 30s or "3 seconds"`
    ),
    Flag.optional
  ),
  ...outputFlagsFor(liveParticipantFields),
  ...connectionFlags
}

/** What `rooms live` was asked for. */
export type LiveInput = Command.Command.Config.Infer<typeof liveFlags>
