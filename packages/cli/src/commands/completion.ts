/**
 * `rooms completion`, and the command that the shells ask behind it
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../Action.ts"

export const shells = ["bash", "zsh", "fish", "powershell"] as const

const scriptInput = {
  shell: Argument.Literals("shell", shells).pipe(Argument.withDescription("Which shell completes the command"))
}

/** What `rooms completion` was asked for. */
export type CompletionInput = Command.Command.Config.Infer<typeof scriptInput>

export const completion = Command.make(
  "completion",
  scriptInput,
  action(() => import("../actions/completion.ts"))
).pipe(
  Command.withDescription("Print what makes a shell complete commands, flags and the ids of rooms"),
  Command.withExamples([
    { command: 'eval "$(rooms completion bash)"', description: "In this shell; in ~/.bashrc, in every one" },
    { command: "rooms completion zsh > ~/.zfunc/_rooms", description: "For zsh, with ~/.zfunc in its fpath" },
    { command: "rooms completion fish > ~/.config/fish/completions/rooms.fish", description: "For fish" },
    {
      command: "rooms completion powershell | Out-String | Invoke-Expression",
      description: "For PowerShell; in $PROFILE, in every session"
    }
  ])
)

const words = {
  current: Flag.String("current").pipe(Flag.withDescription("The word that is being typed")),
  words: Argument.String("words").pipe(Argument.withDescription("The words before it, after --"), Argument.atLeast(0))
}

/** What a shell asks. */
export type CompleteInput = Command.Command.Config.Infer<typeof words>

export const complete = Command.make(
  "__complete",
  words,
  action(() => import("../actions/complete.ts"))
).pipe(Command.withDescription("What a word can become, for completion scripts"), Command.unlisted)
