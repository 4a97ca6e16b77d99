/**
 * The flags of the commands that run an emulator.
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
    Flag.withDescription("An API key to accept. Can be repeated. Default: dev"),
    Flag.withMetavar("key"),
    Flag.atLeast(0)
  ),
  scenario: Flag.String("scenario").pipe(
    Flag.withDescription(
      "The initial state, for the first API key: office, empty, or a JSON file with a scenario. Default: office"
    ),
    Flag.withMetavar("name|file"),
    Flag.optional
  ),
  rooms: Flag.Int("rooms").pipe(
    Flag.withDescription("The number of rooms in the office. Default: 40"),
    Flag.withMetavar("n"),
    checkedFlag(RoomCount, "an integer from 0 to 1000000"),
    Flag.optional
  ),
  sessions: Flag.Int("sessions").pipe(
    Flag.withDescription("The approximate number of sessions in the office. Default: 20 per room"),
    Flag.withMetavar("n"),
    checkedFlag(SessionCount, "an integer from 0 to 10000000"),
    Flag.optional
  ),
  seed: Flag.Int("seed").pipe(
    Flag.withDescription("The seed of the world: the same seed gives the same world. Default: 1"),
    Flag.withMetavar("n"),
    Flag.withDefault(1)
  ),
  import: file("import", "Start from an export instead of a scenario. Ignored if --data has a world already"),
  data: file("data", "Keep the world in this file: read at the start, written on changes and at the end"),
  exportOnExit: file("export-on-exit", "Write the world to this file on exit"),
  clock: Flag.String("clock").pipe(
    Flag.withDescription("The time of the world at the start, such as 2026-01-01T09:00:00Z. Default: now"),
    Flag.withMetavar("time"),
    Flag.filterMap(timeMillis, (text) => `"${text}" isn't an ISO 8601 date and time, such as 2026-01-01T09:00:00Z`),
    Flag.optional
  ),
  frozen: Flag.Boolean("frozen").pipe(
    Flag.withDescription("Freeze the time of the world until the admin API changes it"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  quirks: Flag.String("quirk").pipe(
    Flag.withDescription("Choose a behavior that the contract leaves open, such as errorBody=html. Can be repeated"),
    Flag.withMetavar("name=value"),
    Flag.atLeast(0)
  ),
  faults: Flag.String("fault").pipe(
    Flag.withDescription(
      `Inject a fault, such as '{"operations":["createRoom"],"times":1,"action":{"_tag":"Respond","status":503}}'. ` +
        "Can be repeated"
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
    Flag.withDescription("Allow pages of this origin, such as http://localhost:5173, or * for all. Can be repeated"),
    Flag.withMetavar("origin"),
    Flag.filter(isOrigin, (text) => `"${text}" isn't an origin, such as http://localhost:5173, or *`),
    Flag.atLeast(0)
  ),
  allowHost: Flag.String("allow-host").pipe(
    Flag.withDescription(
      "Allow clients to use this host name, such as emulator in a container network. Can be repeated. " +
        "localhost, IP addresses and --host are always allowed"
    ),
    Flag.withMetavar("name"),
    Flag.filter(isHostName, (text) => `"${text}" isn't a host name without scheme and port, such as emulator.test`),
    Flag.atLeast(0)
  ),
  verbose: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Log each request to stderr: method, path, status and duration"),
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
