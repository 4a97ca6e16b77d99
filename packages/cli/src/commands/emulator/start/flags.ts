import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"
import { checkedFlag } from "../../../flags/checked.ts"
import { emulatorFlags } from "../flags.ts"

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

/** The flags and arguments of `rooms emulator start`. */
export const startFlags = {
  host: Flag.String("host").pipe(
    Flag.withDescription(
      "The address to listen on. Other machines can reach the emulator unless it is 127.0.0.1, the default"
    ),
    Flag.withDefault("127.0.0.1")
  ),
  port: Flag.Int("port").pipe(
    Flag.withDescription("The port to listen on; 0 picks a free one. Default: 0"),
    checkedFlag(Port, "a port from 0 to 65535"),
    Flag.withDefault(0)
  ),
  ...emulatorFlags
}

/** The input of `rooms emulator start`. */
export type StartInput = Command.Command.Config.Infer<typeof startFlags>
