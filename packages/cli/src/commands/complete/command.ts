/**
 * `rooms __complete`, which the completion scripts call.
 */
import * as Command from "effect/cli/Command"
import type { PlatformError } from "effect/PlatformError"
import { handler } from "../handler.ts"
import { type CompleteInput, completeFlags } from "./flags.ts"

const complete = handler<CompleteInput, PlatformError>(() => import("./run.ts"))

/** Returns the command that completes the words of `root`. */
export const makeComplete = (root: () => Command.Command.Any) =>
  Command.make("__complete", completeFlags, (input) => complete({ ...input, root: root() })).pipe(
    Command.withDescription("List the completions of a word, for completion scripts"),
    Command.unlisted
  )
