/**
 * The flags of every command that runs an emulator.
 */
import { Timestamp } from "@effect-rooms/core/Timestamp"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { checkedFlag } from "../../flags/checked.ts"

const RoomCount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

const timeMillis = (text: string) => Option.map(Schema.decodeUnknownOption(Timestamp)(text), DateTime.toEpochMillis)

const SessionCount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000 }))

const isHostName = (text: string) =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text.toLowerCase()

const isOrigin = (text: string) => text === "*" || (URL.canParse(text) && new URL(text).origin === text)

const file = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar("file"), Flag.optional)

export const emulatorFlags = {
  apiKeys: Flag.Redacted("api-key").pipe(
    Flag.withDescription("An API key that is accepted; may be given more than once. Default: dev"),
    Flag.withMetavar("key"),
    Flag.atLeast(0)
  ),
  scenario: Flag.String("scenario").pipe(
    Flag.withDescription(
      "What has happened before, for the first API key: office, empty, or a JSON file with a scenario. Default: office"
    ),
    Flag.withMetavar("name|file"),
    Flag.optional
  ),
  rooms: Flag.Int("rooms").pipe(
    Flag.withDescription("How many rooms the office has. Default: 40"),
    Flag.withMetavar("n"),
    checkedFlag(RoomCount, "an integer from 0 to 1000000"),
    Flag.optional
  ),
  sessions: Flag.Int("sessions").pipe(
    Flag.withDescription("About how many sessions the rooms of the office have had. Default: 20 for each room"),
    Flag.withMetavar("n"),
    checkedFlag(SessionCount, "an integer from 0 to 10000000"),
    Flag.optional
  ),
  seed: Flag.Int("seed").pipe(
    Flag.withDescription("The same seed gives the same world"),
    Flag.withMetavar("n"),
    Flag.withDefault(1)
  ),
  import: file("import", "Begin with an export instead of a scenario. Not read where --data has a world already"),
  data: file("data", "Keep the world in this file: read at the start, written while it changes and at the end"),
  exportOnExit: file("export-on-exit", "Write the world to this file at the end"),
  clock: Flag.String("clock").pipe(
    Flag.withDescription("The time of the world at the start, such as 2026-01-01T09:00:00Z. Default: now"),
    Flag.withMetavar("time"),
    Flag.filterMap(timeMillis, (text) => `"${text}" is no ISO 8601 date and time, such as 2026-01-01T09:00:00Z`),
    Flag.optional
  ),
  frozen: Flag.Boolean("frozen").pipe(
    Flag.withDescription("The time of the world stands still, until it is told otherwise"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  quirks: Flag.String("quirk").pipe(
    Flag.withDescription(
      "How to read what the contract leaves open, such as errorBody=html; may be given more than once"
    ),
    Flag.withMetavar("name=value"),
    Flag.atLeast(0)
  ),
  faults: Flag.String("fault").pipe(
    Flag.withDescription(
      `What requests meet, such as '{"operations":["createRoom"],"times":1,"action":{"_tag":"Respond","status":503}}'; ` +
        "may be given more than once"
    ),
    Flag.withMetavar("json"),
    Flag.atLeast(0)
  ),
  noAdmin: Flag.Boolean("no-admin").pipe(
    Flag.withDescription("Leave out the admin API under /__emulator/"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  cors: Flag.String("cors").pipe(
    Flag.withDescription(
      "An origin whose pages may call it, such as http://localhost:5173, or *; may be given more than once"
    ),
    Flag.withMetavar("origin"),
    Flag.filter(isOrigin, (text) => `"${text}" is no origin, such as http://localhost:5173, and not *`),
    Flag.atLeast(0)
  ),
  allowHost: Flag.String("allow-host").pipe(
    Flag.withDescription(
      "A name by which clients reach the emulator, such as emulator in a container network; may be given more than once. " +
        "localhost, IP addresses and --host are always allowed"
    ),
    Flag.withMetavar("name"),
    Flag.filter(isHostName, (text) => `"${text}" isn't a host name, such as emulator.test, without scheme and port`),
    Flag.atLeast(0)
  ),
  verbose: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Show each request on stderr: its method, path, status and duration"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
}

/** The values of `emulatorFlags`. */
export interface EmulatorInput {
  readonly apiKeys: ReadonlyArray<Redacted.Redacted<string>>
  readonly scenario: Option.Option<string>
  readonly rooms: Option.Option<number>
  readonly sessions: Option.Option<number>
  readonly seed: number
  readonly import: Option.Option<string>
  readonly data: Option.Option<string>
  readonly exportOnExit: Option.Option<string>
  readonly clock: Option.Option<number>
  readonly frozen: boolean
  readonly quirks: ReadonlyArray<string>
  readonly faults: ReadonlyArray<string>
  readonly noAdmin: boolean
  readonly cors: ReadonlyArray<string>
  readonly allowHost: ReadonlyArray<string>
  readonly verbose: boolean
}
