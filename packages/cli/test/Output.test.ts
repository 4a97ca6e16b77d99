import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeOutput, rooms } from "./fixtures/command.ts"
import { json, makeService } from "./fixtures/service.ts"
import { lines, ndjson, planning, roomsPage1, roomsPage2, standUp, untitled } from "./fixtures/wire.ts"

const firstRows = {
  ndjson: ndjson(planning, standUp),
  json: `{"rooms": [\n  ${JSON.stringify(planning)},\n  ${JSON.stringify(standUp)}`,
  table: lines(
    "ROOM          CREATED                    LOCKED  TITLE",
    "abc-defg-hij  2023-11-15T03:58:20+05:45  yes     Planning",
    "k             2023-11-15T03:58:21+05:45  no      Stand-up"
  )
}

const lastRows = {
  ndjson: ndjson(untitled),
  json: `,\n  ${JSON.stringify(untitled)}\n]}\n`,
  table: "untitled      1970-01-01T05:30:00+05:30  no\n"
}

const formats = ["ndjson", "json", "table"] as const

describe("a list", () => {
  it.effect.each(formats)("has written its first rows as %s before the next page is answered", (format) =>
    Effect.gen(function* () {
      const output = makeOutput()
      const service = makeService(({ target }) =>
        target.includes("cursor=2")
          ? output.written.stdout.shows(firstRows[format]).then(() => json(roomsPage2))
          : json(roomsPage1)
      )
      const outcome = yield* rooms(["list", "--all", "--format", format], { service, output })
      assert.deepStrictEqual(outcome, { code: 0, stdout: firstRows[format] + lastRows[format], stderr: "" })
    })
  )

  it.effect.each(formats)(
    "that fails on the way has written the rows before, as %s, and ends with an error",
    (format) =>
      Effect.gen(function* () {
        const service = makeService(({ target }) =>
          target.includes("cursor=2") ? json({ message: "out of order" }, { status: 501 }) : json(roomsPage1)
        )
        const outcome = yield* rooms(["list", "--all", "--format", format], { service })
        assert.deepStrictEqual(outcome, {
          code: 6,
          stdout: firstRows[format],
          stderr: "rooms: listRooms: the service answered 501: out of order\n"
        })
      })
  )
})
