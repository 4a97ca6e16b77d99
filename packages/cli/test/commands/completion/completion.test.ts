import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { shells } from "../../../src/commands/completion/flags.ts"
import { apiKey, makeOutput, rooms } from "../../fixtures/command.ts"
import { configuration, stored } from "../../fixtures/profiles.ts"
import { answering, json, makeService, unreachable } from "../../fixtures/service.ts"
import { lines, planning, roomsPage1, roomsPage2 } from "../../fixtures/wire.ts"

const service = () => answering({ "/rooms/get-rooms": roomsPage1, "/rooms/get-rooms?cursor=2": roomsPage2 })

describe("rooms completion", () => {
  it.effect.each(shells)("prints what %s runs, which asks the command itself", (shell) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* rooms(["completion", shell])
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      assert.include(stdout, "__complete")
      assert.include(stdout, `rooms completion ${shell}`)
    })
  )
})

describe("rooms __complete", () => {
  it.effect("is answered with candidates and their descriptions, in a word and a text of one line each", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["__complete", "--current=me", "--"])
      assert.strictEqual(
        stdout,
        lines("candidates", "metadata\tShow the metadata of one room", "metrics\tShow the usage totals of the API key")
      )
    })
  )

  it.effect("is answered with the ids of rooms of all pages, and their titles", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["__complete", "--current=", "--", "get"], { service: service() })
      assert.deepStrictEqual(outcome, {
        code: 0,
        stdout: lines("candidates", "abc-defg-hij\tPlanning", "k\tStand-up", "untitled\t"),
        stderr: ""
      })
    })
  )

  it.effect("is answered with the ids that begin so", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["__complete", "--current=ab", "--", "live"], { service: service() })
      assert.strictEqual(stdout, lines("candidates", "abc-defg-hij\tPlanning"))
    })
  )

  it.effect("asks the service that the flags before name", () =>
    Effect.gen(function* () {
      const fake = service()
      const words = ["get", "--base-url", "https://other.example.com", "--format", "json"]
      yield* rooms(["__complete", "--current=", "--", ...words], { service: fake })
      assert.deepStrictEqual(new Set(fake.sent.map(({ origin }) => origin)), new Set(["https://other.example.com"]))
    })
  )

  it.effect("is answered without what a title does to a terminal, in one line each", () =>
    Effect.gen(function* () {
      const hostile = {
        ...roomsPage1,
        nextCursor: null,
        pageSize: 1,
        count: 1,
        rooms: [{ ...planning, metadata: { title: "a\tb\nc\u001b[31md" } }]
      }
      const outcome = yield* rooms(["__complete", "--current=", "--", "get"], {
        service: answering({ "/rooms/get-rooms": hostile })
      })
      assert.strictEqual(outcome.stdout, lines("candidates", "abc-defg-hij\ta b c [31md"))
    })
  )

  it.effect("is answered with what was found within 300 ms", () =>
    Effect.gen(function* () {
      const output = makeOutput()
      const second = Promise.withResolvers<void>()
      const slow = makeService(({ target }) => {
        if (!target.includes("cursor=2")) return json(roomsPage1)
        second.resolve()
        return new Promise<Response>(() => {})
      })
      const asked = yield* Effect.forkChild(rooms(["__complete", "--current=", "--", "get"], { service: slow, output }))
      yield* Effect.promise(() => second.promise)
      yield* TestClock.adjust("299 millis")
      assert.strictEqual(output.written.stdout.text(), "")
      yield* TestClock.adjust("1 millis")
      const { code, stdout } = yield* Fiber.join(asked)
      assert.deepStrictEqual(
        { code, stdout },
        { code: 0, stdout: lines("candidates", "abc-defg-hij\tPlanning", "k\tStand-up") }
      )
    })
  )

  it.effect("is answered with nothing, and nothing on stderr, where no service can be asked", () =>
    Effect.gen(function* () {
      const nowhere = yield* rooms(["__complete", "--current=", "--", "get"], { environment: {} })
      assert.deepStrictEqual(nowhere, { code: 0, stdout: "candidates\n", stderr: "" })
      const words = ["get", "--api-key", apiKey, "--timeout", "never"]
      const wrong = yield* rooms(["__complete", "--current=", "--", ...words], { service: unreachable() })
      assert.deepStrictEqual(wrong, { code: 0, stdout: "candidates\n", stderr: "" })
    })
  )

  it.effect("is answered with the names of profiles, and with nothing where they cannot be read", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        const ask = (current: string, ...words: ReadonlyArray<string>) =>
          rooms(["__complete", `--current=${current}`, "--", ...words], { environment })
        const nothing = { code: 0, stdout: "candidates\n", stderr: "" }
        assert.deepStrictEqual(yield* ask("", "profile", "use"), nothing)
        put(stored, 0o644)
        const staging = "staging\thttps://staging.example.com"
        const production = "production\thttps://rooms.example.com"
        const answer = (...candidates: ReadonlyArray<string>) => ({
          ...nothing,
          stdout: lines("candidates", ...candidates)
        })
        assert.deepStrictEqual(yield* ask("", "profile", "use"), answer(staging, production))
        assert.deepStrictEqual(yield* ask("st", "list", "--profile"), answer(staging))
        assert.deepStrictEqual(yield* ask("--profile=p", "list"), answer(`--profile=${production}`))
        put("broken")
        assert.deepStrictEqual(yield* ask("", "profile", "remove"), nothing)
      })
    )
  )
})
