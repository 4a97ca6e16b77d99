import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as Option from "effect/Option"
import { retryAfterOf } from "../../src/wire/retryAfter.ts"

const now = Date.UTC(2026, 10, 20, 18, 0, 0)
const at = (millis: number) => new Date(millis).toUTCString()
const hour = 3_600_000

type Row = readonly [name: string, headers: Readonly<Record<string, string>>, expected: number | undefined]

const table: ReadonlyArray<Row> = [
  ["nothing", {}, undefined],

  ["seconds", { "retry-after": "3" }, 3_000],
  ["an hour", { "retry-after": "3600" }, hour],
  ["no seconds", { "retry-after": "0" }, 0],
  ["blanks around the seconds", { "retry-after": " 3 " }, 3_000],
  ["zeros before the seconds", { "retry-after": "007" }, 7_000],
  ["negative seconds", { "retry-after": "-3" }, undefined],
  ["a fraction of seconds, which HTTP does not have", { "retry-after": "1.5" }, undefined],
  ["seconds with an exponent", { "retry-after": "1e308" }, undefined],
  ["seconds with a unit", { "retry-after": "3s" }, undefined],
  ["hexadecimal seconds", { "retry-after": "0x10" }, undefined],
  ["infinity", { "retry-after": "Infinity" }, undefined],
  ["not a number", { "retry-after": "NaN" }, undefined],
  ["a word", { "retry-after": "soon" }, undefined],
  ["an empty header", { "retry-after": "" }, undefined],
  ["two values", { "retry-after": "3, 5" }, undefined],
  ["more seconds than a number can count", { "retry-after": "99999999999999999999" }, 1e23],

  ["milliseconds", { "retry-after-ms": "1500" }, 1_500],
  ["milliseconds and a fraction", { "retry-after-ms": "0.5" }, 0.5],
  ["no milliseconds", { "retry-after-ms": "0" }, 0],
  ["blanks around the milliseconds", { "retry-after-ms": " 1500 " }, 1_500],
  ["milliseconds go before seconds", { "retry-after-ms": "1500", "retry-after": "3" }, 1_500],
  ["no milliseconds go before seconds", { "retry-after-ms": "0", "retry-after": "3" }, 0],
  ["unreadable milliseconds leave the seconds", { "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
  ["negative milliseconds leave the seconds", { "retry-after-ms": "-1", "retry-after": "3" }, 3_000],
  ["negative milliseconds", { "retry-after-ms": "-1" }, undefined],
  ["milliseconds with an exponent", { "retry-after-ms": "1e308" }, undefined],
  ["empty milliseconds", { "retry-after-ms": "" }, undefined],
  ["absurd milliseconds", { "retry-after-ms": "99999999999999999999" }, 1e20],
  ["milliseconds beyond all numbers", { "retry-after-ms": "9".repeat(400) }, Number.POSITIVE_INFINITY],

  ["a date, by our clock", { "retry-after": at(now + 5_000) }, 5_000],
  ["a date that is now", { "retry-after": at(now) }, 0],
  ["a date in the past", { "retry-after": at(now - hour) }, 0],
  ["a date of RFC 850", { "retry-after": "Friday, 20-Nov-26 18:00:07 GMT" }, 7_000],
  ["a date of asctime", { "retry-after": "Fri Nov 20 18:00:07 2026" }, 7_000],
  ["a date in the year 9999", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, Date.UTC(10_000, 0) - 1_000 - now],
  ["a date of ISO 8601", { "retry-after": "2026-11-20T18:00:07Z" }, undefined],
  ["a date that does not exist", { "retry-after": "Fri, 31 Feb 2026 18:00:00 GMT" }, undefined],

  [
    "a date, where the clock of the service is an hour ahead",
    { "retry-after": at(now + hour + 5_000), date: at(now + hour) },
    5_000
  ],
  [
    "a date, where the clock of the service is an hour behind",
    { "retry-after": at(now - hour + 5_000), date: at(now - hour) },
    5_000
  ],
  ["a date in the past of the service, and in our future", { "retry-after": at(now + 5_000), date: at(now + hour) }, 0],
  ["a date, where the service does not tell the time", { "retry-after": at(now + 5_000), date: "soon" }, 5_000],
  ["a date, where the service tells the time as a number", { "retry-after": at(now + 5_000), date: "9" }, 5_000],
  ["seconds do not depend on the time of the service", { "retry-after": "3", date: at(now + hour) }, 3_000],
  ["milliseconds do not depend on the time of the service", { "retry-after-ms": "3", date: at(now - hour) }, 3]
]

describe("how long a service asks to wait", () => {
  for (const [name, headers, expected] of table) {
    it(`${name}: ${JSON.stringify(headers).slice(0, 120)}`, () => {
      const wait = Option.map(retryAfterOf(Headers.fromInput(headers), now), Duration.toMillis)
      assert.deepStrictEqual(wait, Option.fromUndefinedOr(expected))
    })
  }
})
