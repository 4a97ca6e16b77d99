/**
 * What `rooms completion` does.
 */
import type { CompletionInput } from "../commands/completion.ts"
import { completionScript } from "../completion/scripts.ts"
import { print } from "../Streams.ts"

export const run = ({ shell }: CompletionInput) => print(completionScript(shell))
