/**
 * Flags and arguments that several commands have.
 */
import { Cursor, Limit } from "@effect-rooms/core/Cursor"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { momentForms, parseMoment } from "./Moment.ts"

export const roomIdArgument = Argument.String("roomId").pipe(
  Argument.withDescription("The id of a room"),
  Argument.withSchema(RoomId)
)

export const allFlag = Flag.Boolean("all").pipe(
  Flag.withDescription("Read every page instead of one"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

export const cursorFlag = Flag.Int("cursor").pipe(
  Flag.withDescription("Which page to read, or with --all or --limit, which page to start at"),
  Flag.withMetavar("n"),
  Flag.withSchema(Cursor),
  Flag.optional
)

export const limitFlag = Flag.Int("limit").pipe(
  Flag.withAlias("n"),
  Flag.withDescription("Print at most n rows, from as many pages as that takes"),
  Flag.withMetavar("n"),
  Flag.withSchema(Limit),
  Flag.optional
)

/** How many rows to ask the service for at a time, with what happens by default. */
export const pageSizeFlag = (otherwise: string) =>
  Flag.Int("page-size").pipe(
    Flag.withDescription(`How many rows to ask for at a time. Default: ${otherwise}`),
    Flag.withMetavar("n"),
    Flag.withSchema(Limit),
    Flag.optional
  )

export const concurrencyFlag = Flag.Int("concurrency").pipe(
  Flag.withDescription("How many pages or rooms to fetch at the same time. Default: 1"),
  Flag.withMetavar("n"),
  Flag.withSchema(Limit),
  Flag.withDefault(1)
)

export const verifyFlag = Flag.Boolean("verify").pipe(
  Flag.withDescription("Check every boundary between two pages by its rows, at three requests per page"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

const momentFlag = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.withMetavar("time"),
    Flag.filterMap(parseMoment, (text) => `"${text}" is no time; write it like ${momentForms}`),
    Flag.optional
  )

/** Which sessions are listed, by the time they started. */
export const windowFlags = {
  since: momentFlag(
    "since",
    `List only sessions that started at this time or later: ${momentForms}. Times without a zone are local, or UTC with --utc`
  ),
  until: momentFlag("until", "List only sessions that started before this time, written like --since")
}

export const allRoomsFlag = (description: string) =>
  Flag.Boolean("all-rooms").pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)
