import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sendJson, serve } from "../fixtures/server.ts"
import { inTerminal, noTmux, openTerminal } from "../fixtures/terminal.ts"

const bytes = new Uint8Array(2_000_000)

/** Two recordings whose files are held in the middle until the test lets them go, and one that is not there. */
const downloading = Effect.gen(function* () {
  const released = Promise.withResolvers<void>()
  const files = yield* serve(({ url }, response) => {
    if (url === "/none.mp4") {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { etag: '"v1"', "content-length": bytes.length }).write(bytes.subarray(0, 1_000_000))
    released.promise.then(() => response.end(bytes.subarray(1_000_000)))
  })
  const url = yield* serve((_, response) =>
    sendJson(response, {
      nextCursor: null,
      recordings: ["r1", "r2-\u001b[31m-\u202e", "none"].map((id) => ({
        id,
        recordingUrl: `${files}/${id === "none" ? id : "file"}.mp4`,
        recordingSize: bytes.length
      }))
    })
  )
  const terminal = yield* openTerminal({ columns: 90, environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: "k" } })
  yield* terminal.run('clear; rooms recordings download --to out; echo "ended with $?"')
  const half = /^(\S+) +█+░+ {3}50% {2}1\.0 MB of 2\.0 MB {2}\S+ \wB\/s {2}.*left$/m
  yield* terminal.shows(half)
  yield* terminal.shows("2 in progress")
  return { ...terminal, release: Effect.sync(() => released.resolve()) }
})

describe.skipIf(noTmux)(inTerminal("downloads in a terminal"), () => {
  it.live("have a bar each, and a line for all, below what is written", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* downloading
        yield* terminal.shows("none")
        const [, , one, other, all, ...rest] = yield* terminal.lines
        assert.match(one ?? "", /^r1 +█/)
        assert.match(other ?? "", /^r2-\ufffd\[31m-\ufffd? +█/)
        assert.deepStrictEqual([all, rest], ["1 failed, 2 in progress", []])
        yield* terminal.release
        const shown = yield* terminal.shows("ended with")
        assert.notMatch(shown, /[█░]|under way/)
        assert.match(shown, /^r1 +downloaded +2\.0 MB +out\/r1\.mp4$/m)
        assert.match(shown, /\n2 downloaded, 1 failed: 4\.0 MB in \S+\nended with 3\n\$/)
        assert.isTrue((yield* terminal.cursor).isVisible)
      })
    )
  )

  it.live("leave no bar behind when they are interrupted", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* downloading
        yield* terminal.press("C-c")
        const shown = yield* terminal.shows("ended with 130")
        assert.notMatch(shown, /[█░]|under way/)
        assert.match(shown, /\n1 failed, 2 not finished\n/)
        assert.isTrue((yield* terminal.cursor).isVisible)
      })
    )
  )
})
