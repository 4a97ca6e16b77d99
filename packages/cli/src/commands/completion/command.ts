/**
 * `rooms completion`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { completionArguments } from "./flags.ts"

export const completion = Command.make(
  "completion",
  completionArguments,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("Print a script that makes a shell complete commands, flags and room ids"),
  Command.withExamples([
    {
      command: 'eval "$(rooms completion bash)"',
      description: "In this bash; put it in ~/.bashrc for every bash"
    },
    { command: "rooms completion zsh > ~/.zfunc/_rooms", description: "In zsh, if ~/.zfunc is in its fpath" },
    { command: "rooms completion fish > ~/.config/fish/completions/rooms.fish", description: "In fish" },
    {
      command: "rooms completion powershell | Out-String | Invoke-Expression",
      description: "In PowerShell; put it in $PROFILE for every session"
    }
  ])
)
