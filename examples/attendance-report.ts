/**
 * Writes who was in which session, and for how long: a table for people, and a CSV file for spreadsheets. A room that can't be
 * read is reported, and the rest of the report is written anyway.
 *
 *     ROOMS_BASE_URL=http://127.0.0.1:4010 ROOMS_API_KEY=dev node attendance-report.ts [attendance.csv]
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Attendance, nameOf, type Participant, Sessions, titleOf } from "@effect-rooms/core"
import { RoomsHttp } from "@effect-rooms/http-client"
import { Console, DateTime, Effect, FileSystem, Layer, Option, Schema, Stream } from "effect"
import { Csv } from "effect/encoding"

/** One person in one session. */
export const Row = Schema.Struct({
  room: Schema.String,
  session: Schema.String,
  started: Schema.DateTimeUtcFromString,
  person: Schema.String,
  minutes: Schema.Number
})
export interface Row extends Schema.Schema.Type<typeof Row> {}

/** Says who a stay belongs to. If your access tokens carry a user id, return that. */
const personOf = (stay: Participant): string => Option.getOrElse(nameOf(stay), () => stay.peerId)

/** Streams the rows of all sessions that started since a point in time. */
export const attendance = (since: DateTime.Utc) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const now = yield* DateTime.now
    return sessions.participantsAll({ concurrency: 8, since, onRoomError: "report" }).pipe(
      Stream.tap((row) =>
        row._tag === "SessionParticipants" ? Effect.void : Console.error(`not read: ${row.error.message}`)
      ),
      Stream.flatMap((row) => {
        if (row._tag !== "SessionParticipants") return Stream.empty
        const people = Attendance.attendees(row.participants, { now, personOf })
        return Stream.fromIterable(
          people.map(
            ({ minutes, person }): Row => ({
              room: Option.getOrElse(titleOf(row.room), () => row.room.roomId),
              session: row.session.sessionId,
              started: row.session.startTime,
              person,
              minutes: Math.round(minutes * 10) / 10
            })
          )
        )
      })
    )
  }).pipe(Stream.unwrap)

/** Turns rows into the lines of a CSV file. */
export const toCsv = Stream.pipeThroughChannel(Csv.encodeSchemaString(Row)({ headers: true, newline: "\n" }))

/** Formats the minutes of each person as a table, the longest first. */
export const toTable = (rows: Iterable<Row>): string => {
  const totals = new Map<string, number>()
  for (const { minutes, person } of rows) totals.set(person, (totals.get(person) ?? 0) + minutes)
  const sorted = [...totals].sort(([, a], [, b]) => b - a)
  const width = Math.max(6, ...sorted.map(([person]) => person.length))
  return [["PERSON", "MINUTES"] as const, ...sorted.map(([person, minutes]) => [person, minutes.toFixed(1)] as const)]
    .map(([person, minutes]) => `${person.padEnd(width)}  ${minutes.padStart(8)}`)
    .join("\n")
}

/** Writes the CSV file, and returns the table. */
export const writeReport = Effect.fnUntraced(function* (file: string, since: DateTime.Utc) {
  const fileSystem = yield* FileSystem.FileSystem
  const rows = yield* Stream.runCollect(attendance(since))
  const csv = yield* Stream.fromIterable(rows).pipe(toCsv, Stream.mkString)
  yield* fileSystem.writeFileString(file, csv)
  return toTable(rows)
})

if (import.meta.main) {
  const program = Effect.gen(function* () {
    const since = DateTime.subtract(yield* DateTime.now, { days: 30 })
    yield* Console.log(yield* writeReport(process.argv[2] ?? "attendance.csv", since))
  })
  program.pipe(Effect.provide(Layer.merge(RoomsHttp.layerConfigFetch(), NodeFileSystem.layer)), NodeRuntime.runMain)
}
