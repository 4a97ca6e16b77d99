/**
 * `rooms doctor`
 */
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { checkFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"

const { allowInsecure, apiKey, baseUrl, fake, profile, timeout } = connectionFlags

const flags = { ...outputFlagsFor(checkFields), apiKey, baseUrl, profile, fake, timeout, allowInsecure }

/** What `rooms doctor` was asked for. */
export type DoctorInput = Command.Command.Config.Infer<typeof flags>

export const doctor = Command.make(
  "doctor",
  flags,
  action(() => import("../actions/doctor.ts"))
).pipe(
  Command.withDescription(
    "Find out what is wrong between this machine and the service\n\n" +
      "Checks configuration, proxy, name, connection, certificate, API key and clocks, and measures every operation that " +
      "changes nothing. Each finding is ok, warn, fail or skipped, with what to do about it; the exit code is that of the first " +
      "failure. The API key is not shown."
  ),
  Command.withShortDescription("Find out what is wrong between this machine and the service"),
  Command.withExamples([
    { command: "rooms doctor", description: "With the configuration that other commands would use" },
    { command: "rooms doctor --profile staging --format json > report.json", description: "To send to somebody" }
  ])
)
