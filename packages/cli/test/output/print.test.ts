import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeOutput, rooms } from "../fixtures/command.ts"
import { json, makeService } from "../fixtures/service.ts"
import { lines, ndjson, planning, roomsPage1, roomsPage2, standUp, untitled } from "../fixtures/wire.ts"

const firstRows = {
  ndjson: ndjson(planning, standUp),
  json: `{"rooms": [\n  ${JSON.stringify(planning)},\n  ${JSON.stringify(standUp)}`,
  csv: lines(
    "roomId,createdAt,roomLocked,metadata",
    'abc-defg-hij,1700000000000,true,"{""title"":""Planning"",""hostWallets"":[""0x01"",""0x02""]}"',
    'k,1700000001500,false,"{""title"":""Stand-up""}"'
  ),
  yaml: lines(
    "- roomId: abc-defg-hij",
    "  createdAt: 1700000000000",
    "  roomLocked: true",
    "  metadata:",
    "    title: Planning",
    "    hostWallets:",
    '      - "0x01"',
    '      - "0x02"',
    "- roomId: k",
    "  createdAt: 1700000001500",
    "  roomLocked: false",
    "  metadata:",
    "    title: Stand-up"
  ),
  table: lines(
    "ROOM          CREATED           LOCKED  TITLE",
    "abc-defg-hij  2023-11-15 03:58  yes     Planning",
    "k             2023-11-15 03:58  no      Stand-up"
  )
}

const lastRows = {
  ndjson: ndjson(untitled),
  json: `,\n  ${JSON.stringify(untitled)}\n]}\n`,
  csv: "untitled,0,false,\n",
  yaml: lines("- roomId: untitled", "  createdAt: 0", "  roomLocked: false", "  metadata: null"),
  table: "untitled      1970-01-01 05:30  no\n"
}

const formats = ["ndjson", "json", "csv", "yaml", "table"] as const

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
        assert.include(outcome.stderr, "the service answered 501: out of order")
        assert.deepStrictEqual({ code: outcome.code, stdout: outcome.stdout }, { code: 6, stdout: firstRows[format] })
      })
  )
})
