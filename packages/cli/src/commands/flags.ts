/**
 * Flags and arguments that several commands have.
 */
import { Cursor, Limit } from "@effect-rooms/core/Cursor"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

export const roomIdArgument = Argument.String("roomId").pipe(
  Argument.withDescription("The id of a room"),
  Argument.withSchema(RoomId)
)

export const allFlag = Flag.Boolean("all").pipe(
  Flag.withDescription("All pages instead of one"),
  Flag.withDefault(false)
)

export const cursorFlag = Flag.Int("cursor").pipe(
  Flag.withDescription("Which page, or with --all, the page to begin with"),
  Flag.withMetavar("n"),
  Flag.withSchema(Cursor),
  Flag.optional
)

export const limitFlag = Flag.Int("limit").pipe(
  Flag.withDescription("How many rows to ask for at a time"),
  Flag.withMetavar("n"),
  Flag.withSchema(Limit),
  Flag.optional
)

export const concurrencyFlag = Flag.Int("concurrency").pipe(
  Flag.withDescription("How many pages or rooms to fetch ahead. Default: 1"),
  Flag.withMetavar("n"),
  Flag.withSchema(Limit),
  Flag.withDefault(1)
)
