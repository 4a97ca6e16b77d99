/** Measures in a separate process how long it takes to decode a text into rows: with `JSON.parse` alone, or with a decoder. */
import { RoomsPage } from "@effect-rooms/core/Room"
import { SessionsPage } from "@effect-rooms/core/Session"
import { operations, type RawResponse, responseDecoder } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as v from "valibot"
import * as z from "zod"
import { measure, takeJob } from "../src/Job.ts"

export type Rows = "rooms" | "sessions"

type Decoder = (text: string) => unknown

const answerOf = (text: string): RawResponse => ({ status: 200, headers: {}, text })

// What the client itself decodes with: all leniencies, and times as `DateTime.Utc`.
const decoderOf = <A>(schema: Schema.Codec<A, unknown>): Decoder => {
  const decode = responseDecoder(schema, (text) => text)
  return (text) => Result.getOrThrow(Result.mapError(decode(answerOf(text)), ({ reason }) => reason))
}

const clientDecoder = (rows: Rows): Decoder =>
  rows === "rooms" ? decoderOf(operations.listRooms.success) : decoderOf(operations.listSessions.success)

// The same schemas, decoded as any Effect program would.
const schemaDecoder = (rows: Rows): Decoder => {
  const decode = rows === "rooms" ? Schema.decodeUnknownSync(RoomsPage) : Schema.decodeUnknownSync(SessionsPage)
  return (text) => decode(JSON.parse(text))
}

// The rows as the contract has them: no leniencies. A time is a number, or made into a Date.
const zodDecoder = (rows: Rows, time: z.ZodType): Decoder => {
  const page =
    rows === "rooms"
      ? z.object({
          rooms: z.array(
            z.object({
              roomId: z.string().min(1),
              createdAt: time,
              roomLocked: z.boolean(),
              metadata: z.record(z.string(), z.unknown()).nullable()
            })
          ),
          pageSize: z.int(),
          current: z.int(),
          nextCursor: z.int().nullish(),
          prevCursor: z.int().nullish(),
          count: z.int().optional()
        })
      : z.object({
          sessions: z.array(z.object({ sessionId: z.string().min(1), startTime: time, endTime: time.nullish() }))
        })
  return (text) => page.parse(JSON.parse(text))
}

const valibotDecoder = <Time extends v.GenericSchema>(rows: Rows, time: Time): Decoder => {
  const id = v.pipe(v.string(), v.minLength(1))
  const integer = v.pipe(v.number(), v.integer())
  const page =
    rows === "rooms"
      ? v.object({
          rooms: v.array(
            v.object({
              roomId: id,
              createdAt: time,
              roomLocked: v.boolean(),
              metadata: v.nullable(v.record(v.string(), v.unknown()))
            })
          ),
          pageSize: integer,
          current: integer,
          nextCursor: v.nullish(integer),
          prevCursor: v.nullish(integer),
          count: v.optional(integer)
        })
      : v.object({ sessions: v.array(v.object({ sessionId: id, startTime: time, endTime: v.nullish(time) })) })
  return (text) => v.parse(page, JSON.parse(text))
}

const toDate = (millis: number) => new Date(millis)

const decoders = {
  json: () => JSON.parse,
  effectRooms: clientDecoder,
  schema: schemaDecoder,
  zod: (rows: Rows) => zodDecoder(rows, z.number()),
  zodDate: (rows: Rows) => zodDecoder(rows, z.number().transform(toDate)),
  valibot: (rows: Rows) => valibotDecoder(rows, v.number()),
  valibotDate: (rows: Rows) => valibotDecoder(rows, v.pipe(v.number(), v.transform(toDate)))
} satisfies Record<string, (rows: Rows) => Decoder>

export type DecoderName = keyof typeof decoders

export interface DecodeJob {
  readonly decoder: DecoderName
  readonly rows: Rows
  readonly text: string
  readonly times: number
}

const isJob = (job: unknown): job is DecodeJob =>
  typeof job === "object" && job !== null && "decoder" in job && String(job.decoder) in decoders && "text" in job

// A result that nobody reads might not be made.
let last: unknown

takeJob(isJob, async ({ decoder, rows, text, times }) => {
  const decode = decoders[decoder](rows)
  const run = () => {
    for (let index = 0; index < times; index++) last = decode(text)
    return times
  }
  run()
  const sample = await measure(run)
  if (last === undefined) throw new Error("nothing was decoded")
  return sample
})
