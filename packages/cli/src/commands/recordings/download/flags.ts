import { Limit } from "@effect-rooms/core/Cursor"
import { SessionId } from "@effect-rooms/core/Identifier"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../../connection/flags.ts"
import { checkedFlag, idForm } from "../../../flags/checked.ts"
import { rowFields } from "../../../output/Field.ts"
import { outputFlagsFor } from "../../../output/flags.ts"
import { progressFlags } from "../../../terminal/flags.ts"

/** The outcome of a download, or of a dry run. */
export type DownloadStatus = "downloaded" | "resumed" | "exists" | "missing" | "partial"

/** A row of `rooms recordings download`. */
export interface Downloaded {
  readonly id: string
  /** The path of the file, relative if `--to` is. */
  readonly file: string
  /** The size of the file, or of the part that is there. */
  readonly bytes: number
  readonly status: DownloadStatus
}

/** The fields of a row. */
export const downloadFields = rowFields<Downloaded>({ id: "id", file: "value", bytes: "value", status: "value" })

/** The flags and arguments of `rooms recordings download`. */
export const downloadFlags = {
  to: Flag.String("to").pipe(
    Flag.withDescription("The folder to download into. It is created if it doesn't exist"),
    Flag.withMetavar("dir")
  ),
  sessionId: Flag.String("session").pipe(
    Flag.withDescription("Download only the recordings of this session"),
    Flag.withMetavar("sessionId"),
    checkedFlag(SessionId, idForm),
    Flag.optional
  ),
  ids: Flag.String("id").pipe(
    Flag.withDescription("Download only this recording. Can be repeated"),
    Flag.withMetavar("recordingId"),
    Flag.atLeast(0)
  ),
  concurrency: Flag.Int("concurrency").pipe(
    Flag.withDescription("How many files to download at the same time. Default: 4"),
    Flag.withMetavar("n"),
    checkedFlag(Limit, "an integer of at least 1"),
    Flag.withDefault(4)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("List what is there and what is missing, and download nothing"),
    Flag.withDefault(false)
  ),
  ...progressFlags,
  ...outputFlagsFor(downloadFields),
  ...connectionFlags
}

/** The input of `rooms recordings download`. */
export type DownloadInput = Command.Command.Config.Infer<typeof downloadFlags>
