/**
 * The errors of a mirror: the database can't be used, or another sync is writing to it.
 *
 * @module
 */
import * as Schema from "effect/Schema"

const reasons = Schema.Literals([
  "Connection",
  "Access",
  "Busy",
  "Full",
  "NewerDatabase",
  "OtherSource",
  "Query",
  "Database"
])

/** Why a mirror's database can't be used. */
export type MirrorErrorReason = typeof reasons.Type

/**
 * The mirror's database can't be used.
 *
 * - `Connection`: it can't be opened or reached, or the connection was lost.
 * - `Access`: the database refused the user, or doesn't let them do this.
 * - `Busy`: another program held it for too long.
 * - `Full`: the disk is full.
 * - `NewerDatabase`: a newer version of this program has upgraded the tables.
 * - `OtherSource`: the mirror holds the data of another account or service.
 * - `Query`: the SQL of `query` is wrong.
 * - `Database`: anything else that the database reports.
 */
export class MirrorError extends Schema.TaggedError<MirrorError>("@effect-rooms/mirror/MirrorError")("MirrorError", {
  reason: reasons,
  problem: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message() {
    return this.problem
  }
}

/** Another sync is writing to this account of the mirror. */
export class SyncInProgress extends Schema.TaggedError<SyncInProgress>("@effect-rooms/mirror/SyncInProgress")(
  "SyncInProgress",
  {
    account: Schema.String,
    /** Who is writing: process id and host, such as `4711@server-2`. */
    holder: Schema.String
  }
) {
  override get message() {
    return `Another sync of "${this.account}" is running: process ${this.holder}.`
  }
}

/**
 * Another sync has written to this account of the mirror since this one started, for example because this process was paused
 * for longer than its lease. Nothing was written over.
 */
export class StaleWriter extends Schema.TaggedError<StaleWriter>("@effect-rooms/mirror/StaleWriter")("StaleWriter", {
  account: Schema.String
}) {
  override get message() {
    return `Another sync of "${this.account}" took over while this one was paused. Nothing was written over.`
  }
}
