import { existsSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { pipedInto, type Running, shell, start, startShell } from "../fixtures/process.ts"
import { cursorOf, sendJson, serve } from "../fixtures/server.ts"
import { lines, ndjson, planning, roomsPage1, roomsPage2, rowsOf, standUp, untitled } from "../fixtures/wire.ts"

const to = (url: string) => ({ ROOMS_BASE_URL: url, ROOMS_API_KEY: "k", TZ: "Asia/Kathmandu" })

const page = (cursor: number, size: number, last: number) => ({
  rooms: Array.from({ length: size }, (_, index) => ({ ...standUp, roomId: `room-${(cursor - 1) * size + index}` })),
  pageSize: size,
  current: cursor,
  nextCursor: cursor < last ? cursor + 1 : null,
  prevCursor: cursor - 1,
  count: last === Number.POSITIVE_INFINITY ? 1_000_000_000 : size * last
})

// The shell reads a pipe byte by byte: the command is always ahead of it.
const slowReader = 'while IFS= read -r line; do printf "%s\\n" "$line"; done'

const idsOf = (ndjson: string) => rowsOf(ndjson).map(({ roomId }) => roomId)

const ids = (count: number) => Array.from({ length: count }, (_, index) => `room-${index}`)

const header = "ROOM          CREATED           LOCKED  TITLE"

describe("a list", () => {
  it.live.each([
    { format: "ndjson", first: ndjson(planning, standUp), last: ndjson(untitled) },
    {
      format: "json",
      first: `{"rooms": [\n  ${JSON.stringify(planning)},\n  ${JSON.stringify(standUp)}`,
      last: `,\n  ${JSON.stringify(untitled)}\n]}\n`
    },
    {
      format: "table",
      first: lines(
        header,
        "abc-defg-hij  2023-11-15 03:58  yes     Planning",
        "k             2023-11-15 03:58  no      Stand-up"
      ),
      last: lines("untitled      1970-01-01 05:30  no")
    }
  ])("has its first rows on stdout as $format before the next page is answered", ({ first, format, last }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const command = yield* Deferred.make<Running>()
        const url = yield* serve((request, response) => {
          if (cursorOf(request) === 1) return sendJson(response, roomsPage1)
          const seen = Effect.flatMap(Deferred.await(command), ({ stdout }) =>
            Effect.promise(() => stdout.shows(first))
          )
          Effect.runFork(
            Effect.andThen(
              seen,
              Effect.sync(() => sendJson(response, roomsPage2))
            )
          )
        })
        const running = yield* start(["list", "--all", "--format", format], to(url))
        yield* Deferred.succeed(command, running)
        assert.deepStrictEqual(yield* running.ended, { code: 0, stdout: first + last, stderr: "" })
      })
    )
  )

  it.live("of 2 000 rooms arrives whole at a slow reader", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve((request, response) => sendJson(response, page(cursorOf(request), 10, 200)))
        const { stderr, stdout } = yield* pipedInto(slowReader, ["list", "--all"], to(url))
        assert.deepStrictEqual(idsOf(stdout), ids(2_000))
        assert.strictEqual(stderr, "exit 0\n")
      })
    )
  )

  it.live("of 2 000 rooms is one whole json document at a slow reader", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve((request, response) => sendJson(response, page(cursorOf(request), 100, 20)))
        const args = ["list", "--all", "--format", "json"]
        const { stderr, stdout } = yield* pipedInto(slowReader, args, to(url))
        const { rooms }: { rooms: ReadonlyArray<{ roomId: string }> } = JSON.parse(stdout)
        assert.deepStrictEqual(
          rooms.map(({ roomId }) => roomId),
          ids(2_000)
        )
        assert.strictEqual(stderr, "exit 0\n")
      })
    )
  )

  // The rows fill a pipe of Linux (64 KiB) and then some, which the process still holds when it has failed. More than
  // 16 KiB of that would keep it from going on to the failure.
  it.live.skipIf(process.platform !== "linux")("that fails gives every row before the failure to a late reader", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const pages = 61
        const url = yield* serve((request, response) =>
          cursorOf(request) > pages
            ? sendJson(response, { message: "no more" }, 400)
            : sendJson(response, page(cursorOf(request), 12, Number.POSITIVE_INFINITY))
        )
        const late = 'exec 3<&0; { "$@"; echo "exit $?" >&2; } | { read -r go <&3; cat; }'
        const running = yield* startShell(late, ["list", "--all"], to(url))
        yield* Effect.promise(() => running.stderr.shows("no more\n"))
        assert.strictEqual(running.stdout.text(), "")
        yield* running.type("go\n")
        const { stderr, stdout } = yield* running.ended
        assert.isAbove(stdout.length, 68 * 1024)
        assert.isBelow(stdout.length, 78 * 1024)
        assert.deepStrictEqual(idsOf(stdout), ids(pages * 12))
        assert.strictEqual(stderr, "rooms: listRooms: no more\nexit 2\n")
      })
    )
  )

  it.live.each([
    { format: "ndjson", firstLine: /^\{"roomId":"room-0".*\}\n$/ },
    { format: "json", firstLine: /^\{"rooms": \[\n$/ },
    { format: "table", firstLine: /^ROOM +CREATED.*\n$/ }
  ])("that has no end stops quietly with its reader, as $format", ({ firstLine, format }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve((request, response) =>
          sendJson(response, page(cursorOf(request), 10, Number.POSITIVE_INFINITY))
        )
        const { stderr, stdout } = yield* pipedInto("head -n 1", ["list", "--all", "--format", format], to(url))
        assert.match(stdout, firstLine)
        assert.strictEqual(stderr, "exit 0\n")
      })
    )
  )
})

describe("stdout", () => {
  it.live("that nobody reads any more is fine", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* pipedInto("true", ["list", "--all", "--fake"])
      assert.deepStrictEqual({ stderr, stdout }, { stderr: "exit 0\n", stdout: "" })
    })
  )

  it.live.skipIf(!existsSync("/dev/full"))("that is full ends the command with 1 and the reason", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* shell('"$@" > /dev/full', ["list", "--fake"])
      assert.match(stderr, /^rooms: [^\n]*ENOSPC[^\n]*\n$/)
      assert.strictEqual(code, 1)
    })
  )
})
