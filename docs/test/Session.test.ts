import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sh, terminals, ts } from "./fixtures/terminals.ts"

const run = terminals("sessions")

describe.concurrent("runSession", () => {
  it.live("keeps the state of earlier blocks, and shows stdout and stderr", () =>
    Effect.gen(function* () {
      const session = yield* run([
        ...sh("a=1; cd /; echo x"),
        ...sh("echo $a $PWD >&2", "bash -c 'echo z >&2' 2> /dev/null", "echo y")
      ])
      assert.deepStrictEqual(session, { outputs: { 1: "x\n", 4: "1 /\ny\n" }, failure: undefined })
    })
  )

  it.live("stops at the command that fails, and reports its line", () =>
    Effect.gen(function* () {
      const { failure, outputs } = yield* run(["", ...sh("echo x", "(exit 3) | cat", "echo y"), ...sh("echo z")])
      assert.deepStrictEqual(outputs, { 2: "x\n" })
      assert.deepStrictEqual(failure, { block: 2, line: 4, message: "ended with exit code 3\nx" })
    })
  )

  it.live("shows an error of the shell at its line of the document", () =>
    Effect.gen(function* () {
      const { failure } = yield* run(["", ...sh("true", "no-such-command")])
      assert.deepStrictEqual(failure, {
        block: 2,
        line: 4,
        message: "ended with exit code 127\ndocs/a.md:4: no-such-command: command not found"
      })
    })
  )

  it.live("continues after a failure that the document handles", () =>
    Effect.gen(function* () {
      const { failure, outputs } = yield* run(sh('rooms get nope > /dev/null 2>&1 || echo "exit code $?"'))
      assert.deepStrictEqual([outputs, failure], [{ 1: "exit code 3\n" }, undefined])
    })
  )

  it.live("has a service with five rooms, in commands and in programs", () =>
    Effect.gen(function* () {
      const count = `curl -sS -H "x-api-key: $ROOMS_API_KEY" URL/api/v2/sdk/rooms/get-rooms | grep -o roomId | wc -l | tr -d " "`
      const { failure, outputs } = yield* run([
        ...sh(count.replace("URL", '"$ROOMS_BASE_URL"'), count.replace("URL", "https://rooms.example.com")),
        ...sh("echo $ROOMS_BASE_URL"),
        ...ts('const answer = await fetch("https://rooms.example.com/__emulator/health")', "console.log(answer.status)")
      ])
      assert.isUndefined(failure)
      assert.deepStrictEqual(outputs, { 1: "5\n5\n", 5: "https://rooms.example.com\n", 8: "200\n" })
    })
  )

  it.live("starts an emulator in the background, and ends it", () =>
    Effect.gen(function* () {
      const { failure, outputs } = yield* run([
        ...sh(
          "rooms emulator start \\",
          "  --port 4010 &",
          "curl -sS http://127.0.0.1:4010/__emulator/health",
          "echo; echo $!"
        ),
        ...ts('const answer = await fetch("http://127.0.0.1:4010/__emulator/health")', "console.log(answer.status)")
      ])
      assert.isUndefined(failure)
      const [listening, health, pid] = (outputs[1] ?? "").split("\n")
      assert.strictEqual(listening, "listening on http://127.0.0.1:4010")
      assert.isObject(JSON.parse(health ?? ""))
      assert.strictEqual(outputs[7], "200\n")
      assert.throws(() => process.kill(Number(pid), 0), /ESRCH/)
    })
  )

  it.live("fails if a background command doesn't listen", () =>
    Effect.gen(function* () {
      const { failure } = yield* run(sh("true", "echo no >&2 &", "echo reached"))
      assert.strictEqual(failure?.line, 3)
      assert.include(failure?.message, "no\nthe command in the background does not listen")
    })
  )

  it.live("fails if the second of two emulators can't listen", () =>
    Effect.gen(function* () {
      const { failure } = yield* run(
        sh("rooms emulator start --port 4010 &", "rooms emulator start --port 4010 &", "echo reached")
      )
      assert.strictEqual(failure?.line, 3)
      assert.match(failure?.message ?? "", /^ended with exit code 1\nlistening on .*4010\n.*the port is taken/)
    })
  )

  it.live("doesn't wait forever", () =>
    Effect.gen(function* () {
      const { failure } = yield* run(sh("sleep 1000"), { patience: "1 second" })
      assert.deepStrictEqual(failure, { block: 1, line: 1, message: "has not ended after 1s" })
    })
  )
})
