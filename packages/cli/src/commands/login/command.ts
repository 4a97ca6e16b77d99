/**
 * `rooms login`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { loginFlags } from "./flags.ts"

export const login = Command.make(
  "login",
  loginFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "Save a base URL and an API key as a profile and switch to it\n\n" +
      "The key isn't shown as you type. It is saved once the service has accepted it, in a file that only you can read."
  ),
  Command.withShortDescription("Save a base URL and an API key as a profile"),
  Command.withExamples([
    { command: "rooms login", description: "Ask for base URL and API key" },
    {
      command:
        "pass rooms/staging | rooms login --profile staging --base-url https://rooms.example.com --api-key-stdin",
      description: "In a script"
    }
  ])
)
