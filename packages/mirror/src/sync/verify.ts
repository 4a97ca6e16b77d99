/** Reads rooms again, a sample or all of them, and compares them with the mirror row by row. Nothing is written. */
import type { RoomId } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import type { Mirror } from "../Mirror.ts"
import type { Difference } from "../SyncReport.ts"
import { mirrorError } from "../store/databaseErrors.ts"
import { roomDetailsRow, roomRow, sessionRow, stayRows } from "../store/rows.ts"
import { type Row, type Table, tables } from "../store/tables.ts"
import { findDifferences, type Target } from "../store/writeRows.ts"
import { makeService, type Service } from "./service.ts"
import { allRooms, finalSessionsOf, idsOfSessionsIn } from "./stored.ts"

const idOf = (table: Table, row: Row) => table.key.map((column) => String(row[column])).join(" ")

const compare = Effect.fnUntraced(function* (target: Target, table: Table, rows: ReadonlyArray<Row>) {
  const differing = rows.length === 0 ? [] : yield* Effect.mapError(findDifferences(target, table, rows), mirrorError)
  return differing.map(
    ({ isNew, row }): Difference => ({
      table: table.name,
      id: idOf(table, row),
      problem: isNew ? "missing from the mirror" : "differs from the service"
    })
  )
})

const unlisted = (id: string): Difference => ({ table: "sessions", id, problem: "not listed by the service" })

// A sample tells as much about a room as a whole reading: its details, its sessions, and the stays of those that have ended.
const verifyRoom = Effect.fnUntraced(function* (target: Target, service: Service, roomId: RoomId) {
  const details = yield* Effect.catchTag(service.rooms.get(roomId), "RoomNotFound", () => Effect.succeed(undefined))
  if (details === undefined) {
    const gone: Difference = { table: "rooms", id: roomId, problem: "not found by the service" }
    return [gone]
  }
  const sessions = yield* service.sessions.stream(roomId).pipe(
    Stream.runCollect,
    Effect.catchTag("RoomNotFound", () => Effect.succeed([]))
  )
  const listed = new Set<string>(sessions.map(({ sessionId }) => sessionId))
  const differences = [
    ...(yield* compare(target, tables.rooms, [roomDetailsRow(details)])),
    ...(yield* compare(
      target,
      tables.sessions,
      sessions.map((session) => sessionRow(roomId, session))
    )),
    ...(yield* idsOfSessionsIn(target, roomId)).filter((id) => !listed.has(id)).map(unlisted)
  ]
  for (const sessionId of yield* finalSessionsOf(target, roomId)) {
    const participants = yield* service.sessions.participants(sessionId)
    differences.push(...(yield* compare(target, tables.stays, stayRows(sessionId, participants))))
  }
  return differences
})

/** Returns `count` of the values, each subset with the same probability. */
const sampleOf = Effect.fnUntraced(function* <A>(values: ReadonlyArray<A>, count: number) {
  return count >= values.length ? values : (yield* Random.shuffle(values)).slice(0, count)
})

export const verifyRooms = (
  mirror: Mirror["Service"],
  account: string,
  sample: number | undefined,
  concurrency: number
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const target: Target = { sql: mirror.sql, dialect: mirror.dialect, account }
      const service = yield* makeService(Number.POSITIVE_INFINITY)
      const mirrored = yield* allRooms(target)
      const chosen = sample === undefined ? mirrored : yield* sampleOf(mirrored, sample)
      const inRooms = Stream.fromIterable(chosen).pipe(
        Stream.mapEffect((roomId) => verifyRoom(target, service, roomId), { concurrency }),
        Stream.flattenIterable
      )
      if (sample !== undefined) return inRooms
      const known = new Set<string>(mirrored)
      const unknown = service.rooms.stream({ concurrency }).pipe(
        Stream.filter(({ roomId }) => !known.has(roomId)),
        Stream.map(
          (room): Difference => ({
            table: "rooms",
            id: idOf(tables.rooms, roomRow(room)),
            problem: "missing from the mirror"
          })
        )
      )
      return Stream.concat(unknown, inRooms)
    })
  )
