/**
 * What `rooms completion` does.
 */

import { print } from "../../output/streams.ts"
import type { CompletionInput } from "./flags.ts"
import { completionScript } from "./scripts.ts"

export const run = ({ shell }: CompletionInput) => print(completionScript(shell))
