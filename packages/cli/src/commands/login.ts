/**
 * `rooms login`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"

const { allowInsecure, baseUrl, timeout, verbose } = connectionFlags

const flags = {
  profile: Flag.String("profile").pipe(
    Flag.withDescription('What to call it. Default: ROOMS_PROFILE, else "default"'),
    Flag.withMetavar("name"),
    Flag.optional
  ),
  baseUrl: baseUrl.pipe(Flag.withDescription("Where the service is. Default: it is asked for")),
  apiKeyStdin: Flag.Boolean("api-key-stdin").pipe(
    Flag.withDescription("Read the API key from stdin, and ask nothing"),
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
  action(() => import("../actions/login.ts"))
).pipe(
  Command.withDescription(
    "Store a base URL and an API key as a profile, which is the current one then\n\n" +
      "The key is not shown while it is typed. It is stored when the service has accepted it, in a file that only you can read."
  ),
  Command.withShortDescription("Store a base URL and an API key as a profile"),
  Command.withExamples([
    { command: "rooms login", description: "Asks for base URL and API key" },
    {
      command:
        "pass rooms/staging | rooms login --profile staging --base-url https://rooms.example.com --api-key-stdin",
      description: "In a script"
    }
  ])
)
