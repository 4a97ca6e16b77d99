/**
 * `rooms doctor`
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { checkFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { action } from "../action.ts"

const { curl: _, ...flagsOfDoctor } = connectionFlags

const outputFlags = outputFlagsFor(checkFields)

const flags = {
  ...outputFlags,
  format: outputFlags.format.pipe(Flag.withDescription("table, json, ndjson, csv or yaml. Default: table")),
  ...flagsOfDoctor
}

/** What `rooms doctor` was asked for. */
export type DoctorInput = Command.Command.Config.Infer<typeof flags>

export const doctor = Command.make(
  "doctor",
  flags,
  action(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "Find out what is wrong between this machine and the service\n\n" +
      "Checks the configuration, the proxy, the host name, the connection, the certificate, the API key and the clock, and times every " +
      "operation that only reads. Each check ends in ok, warn, fail or skipped, and says what to do. The exit code is that " +
      "of the first failure. The report doesn't contain the API key."
  ),
  Command.withShortDescription("Find out what is wrong between this machine and the service"),
  Command.withExamples([
    { command: "rooms doctor", description: "Check the configuration that other commands would use" },
    {
      command: "rooms doctor --profile staging --format json > report.json",
      description: "Write a report to send to somebody"
    }
  ])
)
