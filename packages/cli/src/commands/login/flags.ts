import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"

const { allowInsecure, baseUrl, timeout, verbose } = connectionFlags

/** The flags and arguments of `rooms login`. */
export const loginFlags = {
  profile: Flag.String("profile").pipe(
    Flag.withDescription('The name of the profile. Default: ROOMS_PROFILE, or "default"'),
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

/** The input of `rooms login`. */
export type LoginInput = Command.Command.Config.Infer<typeof loginFlags>
