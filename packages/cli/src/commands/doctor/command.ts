/**
 * `rooms doctor`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../handler.ts"
import { doctorFlags } from "./flags.ts"

export const doctor = Command.make(
  "doctor",
  doctorFlags,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription(
    "Find problems between this machine and the service\n\n" +
      "Checks the configuration, the proxy, the host name, the connection, the certificate, the API key and the clock, and " +
      "times every read-only operation. Each check ends in ok, warn, fail or skipped, and says what to do. The exit code is " +
      "that of the first failure. The report doesn't contain the API key."
  ),
  Command.withShortDescription("Find problems between this machine and the service"),
  Command.withExamples([
    { command: "rooms doctor", description: "Check the configuration that other commands would use" },
    {
      command: "rooms doctor --profile staging --format json > report.json",
      description: "Write a report to send to somebody"
    }
  ])
)
