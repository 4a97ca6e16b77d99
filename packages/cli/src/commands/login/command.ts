/**
 * `rooms login`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { action } from "../action.ts"

const { allowInsecure, baseUrl, timeout, verbose } = connectionFlags

const flags = {
  profile: Flag.String("profile").pipe(
    Flag.withDescription('The name of the profile. Default: ROOMS_PROFILE, or else "default"'),
    Flag.withMetavar("name"),
    Flag.optional
  ),
  baseUrl: baseUrl.pipe(Flag.withDescription("The URL of the service. Default: `rooms login` asks for it")),
  apiKeyStdin: Flag.Boolean("api-key-stdin").pipe(
    Flag.withDescription("Read the API key from stdin, and ask no questions"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  timeout,
  allowInsecure,
  verbose
}

/** What `rooms login` was asked for. */
export type LoginInput = Command.Command.Config.Infer<typeof flags>

export const login = Command.make(
  "login",
  flags,
  action(() => import("./run.ts"))
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
