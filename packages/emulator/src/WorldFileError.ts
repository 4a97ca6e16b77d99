/**
 * The errors of world files: one error with a tagged reason, so that a program can treat all of them alike or pick one with
 * `Effect.catchReason`.
 *
 * @module
 */
import { InvalidSnapshot } from "@effect-rooms/testing/WorldSnapshot"
import * as Schema from "effect/Schema"

/** The file cannot be read: it doesn't exist, it's a folder, or this user isn't allowed to. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { problem: Schema.String }) {
  override get message(): string {
    return `cannot be read: ${this.problem}`
  }
}

/** The content of the file is not JSON. */
export class NotJson extends Schema.TaggedError<NotJson>()("NotJson", { problem: Schema.String }) {
  override get message(): string {
    return `is not JSON: ${this.problem}`
  }
}

/** The file cannot be written. Its previous content is still there. */
export class Unwritable extends Schema.TaggedError<Unwritable>()("Unwritable", { problem: Schema.String }) {
  override get message(): string {
    return `cannot be written: ${this.problem}`
  }
}

/** Another emulator keeps its world in the file. */
export class InUse extends Schema.TaggedError<InUse>()("InUse", {
  /** The process of the other emulator, if it's known. */
  pid: Schema.optionalKey(Schema.Int),
  /** The machine it runs on, if it is not this one. */
  host: Schema.optionalKey(Schema.String),
  /** The lock file of the other emulator. */
  lock: Schema.String
}) {
  override get message(): string {
    const { host, lock, pid } = this
    const holder = pid === undefined ? "another emulator" : `process ${pid}${host === undefined ? "" : ` on ${host}`}`
    return `is in use by ${holder}; stop it, or if it isn't an emulator any more, delete ${lock}`
  }
}

/** The reasons of a `WorldFileError`. */
export const WorldFileErrorReason = Schema.Union([Unreadable, NotJson, InvalidSnapshot, Unwritable, InUse])
export type WorldFileErrorReason = typeof WorldFileErrorReason.Type

/** A world can't be read from a file, or can't be kept in it. */
export class WorldFileError extends Schema.TaggedError<WorldFileError>()("WorldFileError", {
  file: Schema.String,
  reason: WorldFileErrorReason
}) {
  override get message(): string {
    return `${this.file}: ${this.reason.message}`
  }
}
