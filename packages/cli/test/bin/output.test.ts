import { existsSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { pipedInto, startShell } from "../fixtures/process.ts"
import { cursorOf, serve } from "../fixtures/server.ts"

const rowCount = 100_000
const pageSize = 250
const pageCount = rowCount / pageSize

const formats = ["ndjson", "json", "csv", "yaml", "table"] as const

interface Served {
  readonly environment: Readonly<Record<string, string>>
  /** The greatest number that `ahead` had when a page was asked for. */
  readonly most: () => number
}

/** Prints 100 000 rooms with titles of a length. `ahead` returns the number of rows that weren't read yet. */
const serveRooms = (
  titleLength: number,
  ahead: (served: number) => number = () => 0
): Effect.Effect<Served, never, Scope.Scope> =>
  Effect.gen(function* () {
    let most = 0
    const title = "t".repeat(titleLength)
    const url = yield* serve((request, response) => {
      const current = cursorOf(request)
      const first = (current - 1) * pageSize
      most = Math.max(most, ahead(first))
      const rooms = Array.from(
        { length: pageSize },
        (_, index) => `{"roomId":"r${first + index}","createdAt":0,"roomLocked":false,"metadata":{"title":"${title}"}}`
      )
      const next = current < pageCount ? current + 1 : null
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(
          `{"rooms":[${rooms}],"pageSize":${pageSize},"current":${current},"nextCursor":${next},"prevCursor":0,"count":${rowCount}}`
        )
    })
    return { environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: "k" }, most: () => most }
  })

const all = (format: string) => ["list", "--all", "--format", format]

const hasJq = ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"].some((path) => existsSync(path))

describe("100 000 rooms", () => {
  // As rows alone, they are some 60 MB.
  it.live.each(formats)("are written as %s by a process that could not hold them", (format) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment } = yield* serveRooms(400)
        const limited = { ...environment, NODE_OPTIONS: "--max-old-space-size=40" }
        const { stderr, stdout } = yield* pipedInto("grep -c ttt", all(format), limited)
        assert.deepStrictEqual({ stderr, stdout }, { stderr: "exit 0\n", stdout: `${rowCount}\n` })
      })
    )
  )

  it.live.skipIf(!hasJq)("are read by jq, as one document and as many", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment } = yield* serveRooms(5)
        const one = yield* pipedInto(`jq -c '.rooms | [length, .[-1].roomId]'`, all("json"), environment)
        assert.deepStrictEqual(one, { code: 0, stdout: '[100000,"r99999"]\n', stderr: "exit 0\n" })
        const many = yield* pipedInto(`jq -n '[inputs.roomId] | length'`, all("ndjson"), environment)
        assert.deepStrictEqual(many, { code: 0, stdout: "100000\n", stderr: "exit 0\n" })
      })
    )
  )

  it.live.each([
    { format: "ndjson", line: /^\{"roomId":"r0",.*\}\n$/ },
    { format: "json", line: /^\{"rooms": \[\n$/ },
    { format: "csv", line: /^roomId,createdAt,roomLocked,metadata\n$/ },
    { format: "yaml", line: /^- roomId: r0\n$/ },
    { format: "table", line: /^ROOM +CREATED.*\n$/ }
  ])("are not read to their end for head -n 1, as $format", ({ format, line }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, most } = yield* serveRooms(5, (served) => served)
        const { stderr, stdout } = yield* pipedInto("head -n 1", all(format), environment)
        assert.match(stdout, line)
        assert.strictEqual(stderr, "exit 0\n")
        assert.isBelow(most(), rowCount / 2)
      })
    )
  )

  // The shell reads a pipe byte by byte: the command is always ahead of it, by what the pipes hold and no more.
  it.live("are fetched no faster than a slow reader takes them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const hundred = "another hundred\n"
        let read = () => 0
        const { environment, most } = yield* serveRooms(5, (served) => served - read())
        const slowReader = `while IFS= read -r line; do case $line in *00,*) echo "another hundred" ;; esac; done`
        const running = yield* startShell(
          `{ "$@"; echo "exit $?" >&2; } | ${slowReader}`,
          [...all("csv"), "--no-header", "--fields", "roomId,createdAt,metadata.title"],
          environment
        )
        read = () => (running.stdout.text().length / hundred.length) * 100
        const { stderr, stdout } = yield* running.ended
        assert.strictEqual(stderr, "exit 0\n")
        assert.strictEqual(stdout, hundred.repeat(rowCount / 100 - 1))
        // Two pipes of 64 KiB, rows of 15 bytes, and what the shell has not written yet.
        assert.isBelow(most(), 20_000)
      })
    )
  )
})
