import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"
import { checkedFlag } from "../../../flags/checked.ts"
import { emulatorFlags } from "../flags.ts"

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

/** The flags and arguments of `rooms emulator start`. */
export const startFlags = {
  host: Flag.String("host").pipe(
    Flag.withDescription("The address to listen on. Another than 127.0.0.1 lets others reach the emulator"),
    Flag.withDefault("127.0.0.1")
  ),
  port: Flag.Int("port").pipe(
    Flag.withDescription("The port to listen on; 0 picks a free one"),
    checkedFlag(Port, "a port from 0 to 65535"),
    Flag.withDefault(0)
  ),
  ...emulatorFlags
}

/** What `rooms emulator start` was asked for. */
export type StartInput = Command.Command.Config.Infer<typeof startFlags>
