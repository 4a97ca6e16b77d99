/**
 * Runs `rooms completion`.
 */

import { print } from "../../output/streams.ts"
import type { CompletionInput } from "./flags.ts"
import { completionScript } from "./scripts.ts"

export const run = ({ shell }: CompletionInput) => print(completionScript(shell))
