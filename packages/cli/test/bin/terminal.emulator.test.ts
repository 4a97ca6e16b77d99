import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { inTerminal, noTmux, openTerminal } from "../fixtures/terminal.ts"

/** An emulator in a terminal, and what the terminal shows of it once it is ready. */
const starting = Effect.fnUntraced(function* (flags: string) {
  const terminal = yield* openTerminal({ columns: 100 })
  yield* terminal.run(`clear; rooms emulator start --rooms 0 ${flags}`)
  yield* terminal.shows(/ROOMS_API_KEY.*$/)
  return { terminal, lines: yield* terminal.lines }
})

describe.skipIf(noTmux)(inTerminal("rooms emulator start in a terminal"), () => {
  it.live("says where its documents are, and what to paste into another shell", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { lines, terminal } = yield* starting("")
        const url = /^listening on (\S+)$/.exec(lines[0] ?? "")?.[1]
        assert.deepStrictEqual(lines.slice(1), [
          `docs: ${url}/docs`,
          `admin API: ${url}/__emulator/docs`,
          "",
          `export ROOMS_BASE_URL=${url}`,
          "export ROOMS_API_KEY=dev"
        ])
        // The prompt is on its own line, not after the ^C of the terminal.
        yield* terminal.press("C-c")
        assert.match(yield* terminal.shows(/\n\$$/), /=dev\n\^C\n\$$/)
        yield* terminal.run(`clear; ${lines.slice(4).join("; ")}; env | grep -c '^ROOMS_'`)
        yield* terminal.shows(/^2$/m)
      })
    )
  )

  it.live("shows only the default API key, and leaves out the admin API with --no-admin", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { lines } = yield* starting(
          '--no-admin --quirk pathPrefix=/gateway/rooms --api-key "$(echo c2VjcmV0 | base64 -d)"'
        )
        const url = /^listening on (\S+)\/gateway\/rooms$/.exec(lines[0] ?? "")?.[1]
        assert.deepStrictEqual(lines.slice(1), [
          `docs: ${url}/docs`,
          "",
          `export ROOMS_BASE_URL=${url}/gateway/rooms`,
          "# ROOMS_API_KEY is the first --api-key"
        ])
      })
    )
  )

  it.live("prints only its URL to a pipe", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* openTerminal()
        yield* terminal.run("clear; rooms emulator start --rooms 0 | cat")
        yield* terminal.shows("listening on")
        yield* terminal.press("C-c")
        // The shell adds a line for `cat`, which the signal ended.
        assert.match(yield* terminal.shows(/\n\$$/), /^listening on \S+\n\^C\n+\$$/)
      })
    )
  )
})
