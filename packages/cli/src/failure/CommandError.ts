/**
 * The errors of all commands.
 *
 * @module
 */
import type { Failure, OperationName } from "@effect-rooms/core/Backend"
import type { PaginationError } from "@effect-rooms/core/PaginationError"
import type { EmulatorError, WorldFileError } from "@effect-rooms/emulator"
import type { InvalidConfiguration } from "@effect-rooms/http-client"
import type { OutputInput } from "../output/flags.ts"
import type { CommandNotRun } from "./CommandNotRun.ts"
import type { CreateInterrupted } from "./CreateInterrupted.ts"
import type { DownloadFailed } from "./DownloadFailed.ts"
import type { UsageError } from "./UsageError.ts"

/** The errors of every operation. */
type OperationError = { readonly [Name in OperationName]: Failure<Name> }[OperationName]

/** Everything that a command can fail with. An error added here needs an exit code, a hint and nothing else. */
export type CommandError =
  | OperationError
  | CreateInterrupted
  | PaginationError
  | InvalidConfiguration
  | EmulatorError
  | WorldFileError
  | CommandNotRun
  | DownloadFailed
  | UsageError

/** The flags and arguments of any command, as far as a report needs them. */
export type CommandInput = Partial<OutputInput> & { readonly [flag: string]: unknown }
