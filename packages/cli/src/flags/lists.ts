/**
 * Flags and arguments that several commands have.
 *
 * @module
 */
import { Cursor, Limit } from "@effect-rooms/core/Cursor"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { checkedArgument, checkedFlag, idForm } from "./checked.ts"
import { momentForms, parseMoment } from "./Moment.ts"
import { switchFlag } from "./switchFlag.ts"

export const roomIdArgument = Argument.String("roomId").pipe(
  Argument.withDescription("The id of a room"),
  checkedArgument(RoomId, idForm)
)

export const allFlag = switchFlag("all", "Read every page instead of one")

export const cursorFlag = Flag.Int("cursor").pipe(
  Flag.withDescription("The page to read, or with --all or --limit, the page to start at"),
  Flag.withMetavar("n"),
  checkedFlag(Cursor, "an integer of at least 0"),
  Flag.optional
)

export const limitFlag = Flag.Int("limit").pipe(
  Flag.withAlias("n"),
  Flag.withDescription("Print at most n rows, from as many pages as that takes"),
  Flag.withMetavar("n"),
  checkedFlag(Limit, "an integer of at least 1"),
  Flag.optional
)

/** Returns the flag for the number of rows per request; `defaultSize` describes its default. */
export const pageSizeFlag = (defaultSize: string) =>
  Flag.Int("page-size").pipe(
    Flag.withDescription(`How many rows to request at a time. Default: ${defaultSize}`),
    Flag.withMetavar("n"),
    checkedFlag(Limit, "an integer of at least 1"),
    Flag.optional
  )

export const concurrencyFlag = Flag.Int("concurrency").pipe(
  Flag.withDescription("How many pages or rooms to fetch at the same time. Default: 1"),
  Flag.withMetavar("n"),
  checkedFlag(Limit, "an integer of at least 1"),
  Flag.withDefault(1)
)

export const verifyFlag = switchFlag(
  "verify",
  "Check every boundary between two pages by its rows, with three requests per page"
)

const momentFlag = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.withMetavar("time"),
    Flag.filterMap(parseMoment, (text) => `"${text}" is not a time; write it like ${momentForms}`),
    Flag.optional
  )

/** Flags that select sessions by their start. */
export const windowFlags = {
  since: momentFlag(
    "since",
    `List only sessions that started at this time or later: ${momentForms}. Times without a zone are local, or UTC with --utc`
  ),
  until: momentFlag("until", "List only sessions that started before this time, written like --since")
}

export const allRoomsFlag = (description: string) => switchFlag("all-rooms", description)
