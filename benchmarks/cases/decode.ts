/** Decoding a response into rows. */
import type { DecodeJob, DecoderName, Rows } from "../programs/decode.ts"
import { roomIdOf, roomsPage, sessionsPage } from "../servers/rows.ts"
import { built } from "../src/Build.ts"
import { atMost, type Case, failuresOf, type Table, type Target } from "../src/Case.ts"
import { runChild } from "../src/Child.ts"
import { sampleOf } from "../src/Contenders.ts"
import { formatNumber } from "../src/formatNumber.ts"
import { interleaved } from "../src/Interleaved.ts"
import { cpuMicros } from "../src/Sample.ts"
import { at } from "../src/Scale.ts"

const titles: Readonly<Record<DecoderName, string>> = {
  json: "JSON.parse alone",
  effectRooms: "effect-rooms, the client's decoder",
  schema: "effect-rooms, Schema.decodeUnknownSync",
  zod: "zod, times as numbers",
  zodDate: "zod, times as Date",
  valibot: "valibot, times as numbers",
  valibotDate: "valibot, times as Date"
}

const names: ReadonlyArray<DecoderName> = ["json", "effectRooms", "schema", "zod", "zodDate", "valibot", "valibotDate"]

const textOf = (rows: Rows, size: number) =>
  JSON.stringify(rows === "rooms" ? roomsPage(size * 2, 1, size) : sessionsPage(roomIdOf(1), size * 2, 0, size))

export const decode: Case = {
  title: "Decoding",
  measured:
    "CPU time of `JSON.parse` plus a decoder, compared with `JSON.parse` alone. The decoder of effect-rooms accepts every known deviation from the contract and returns times as `DateTime.Utc`; the schemas for zod and valibot follow the contract to the letter.",
  notMeasured: "The first decode in a process, and failing decodes.",
  run: async (scale) => {
    const tables: Array<Table> = []
    const targets: Array<Target> = []
    const failures: Array<string> = []
    for (const rows of ["rooms", "sessions"] as const) {
      for (const size of at(scale, [rows === "rooms" ? 10 : 1_000], [10, 100, 1_000])) {
        const text = textOf(rows, size)
        const times = Math.ceil(at(scale, 2_000, 500_000, 2_000_000) / size)
        const measured = await interleaved(
          names.map((decoder) => ({
            name: titles[decoder],
            run: async () => {
              const job: DecodeJob = { decoder, rows, text, times }
              return sampleOf(await runChild(built("programs/decode"), job, { execArgv: ["--expose-gc"] }))
            }
          })),
          at(scale, 1, 5, 9)
        )
        const share = (decoder: DecoderName) => measured.ratio(titles[decoder], titles.json, cpuMicros)
        tables.push({
          title: `${formatNumber(size)} ${rows}`,
          columns: ["decoder", "CPU µs per page", "vs. JSON.parse"],
          rows: names.map((name) => [titles[name], measured.median(titles[name], cpuMicros), share(name)])
        })
        if (rows === "rooms" && size === 10) {
          targets.push(atMost(2, "decoding 10 rooms: CPU compared with JSON.parse alone", share("effectRooms")))
        }
        if (rows === "sessions" && size === 1_000) {
          targets.push(
            atMost(
              2,
              "decoding 1 000 sessions with times as DateTime.Utc: CPU compared with JSON.parse alone",
              share("effectRooms")
            )
          )
        }
        failures.push(...failuresOf(`${size} ${rows}`, measured.failures))
      }
    }
    return { tables, targets, failures }
  }
}
