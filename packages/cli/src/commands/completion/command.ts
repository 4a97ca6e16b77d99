/**
 * `rooms completion`, and the command that the shells ask behind it
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../action.ts"

export const shells = ["bash", "zsh", "fish", "powershell"] as const

const scriptInput = {
  shell: Argument.Literals("shell", shells).pipe(Argument.withDescription("bash, zsh, fish or powershell"))
}

/** What `rooms completion` was asked for. */
export type CompletionInput = Command.Command.Config.Infer<typeof scriptInput>

export const completion = Command.make(
  "completion",
  scriptInput,
  action(() => import("./run.ts"))
).pipe(
  Command.withDescription("Print a script that makes a shell complete commands, flags and the ids of rooms"),
  Command.withExamples([
    { command: 'eval "$(rooms completion bash)"', description: "For this shell; put it in ~/.bashrc for every shell" },
    { command: "rooms completion zsh > ~/.zfunc/_rooms", description: "For zsh, with ~/.zfunc in its fpath" },
    { command: "rooms completion fish > ~/.config/fish/completions/rooms.fish", description: "For fish" },
    {
      command: "rooms completion powershell | Out-String | Invoke-Expression",
      description: "For PowerShell; put it in $PROFILE for every session"
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
  action(() => import("../complete/run.ts"))
).pipe(Command.withDescription("List what a word can become, for completion scripts"), Command.unlisted)
