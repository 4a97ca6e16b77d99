import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import manifest from "../../package.json" with { type: "json" }
import { createRoom, folder, startEmulator, titlesIn } from "../fixtures/emulator.ts"

const instructions = readFileSync(new URL("../../../emulator/Dockerfile", import.meta.url), "utf8")
  .replaceAll("\\\n", "")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))

/** Returns the arguments of an instruction that occurs once. */
const only = (name: string): string => {
  const found = instructions.filter((line) => line.startsWith(`${name} `))
  assert.strictEqual(found.length, 1, name)
  return found[0]?.slice(name.length + 1) ?? ""
}

const entryPoint: ReadonlyArray<string> = JSON.parse(only("ENTRYPOINT"))
const [checker, ...check]: ReadonlyArray<string> = JSON.parse(only("HEALTHCHECK").replace(/^.* CMD /, ""))
const port = entryPoint[entryPoint.indexOf("--port") + 1] ?? ""

/** The exit code of the health check, for an emulator at this port. */
const checkAt = (running: string) =>
  Effect.callback<number | null>((resume) => {
    assert.strictEqual(checker, "node")
    const args = check.map((argument) => argument.replace(`127.0.0.1:${port}`, `127.0.0.1:${running}`))
    spawn(process.execPath, args, { stdio: "ignore" }).once("exit", (code) => resume(Effect.succeed(code)))
  })

describe("the Dockerfile of the emulator", () => {
  it.effect("installs this package, and runs its command as another user than root", () =>
    Effect.sync(() => {
      assert.include(only("RUN"), `npm install --global "${manifest.name}@\${VERSION}"`)
      assert.deepStrictEqual(Object.keys(manifest.bin), [entryPoint[0]])
      assert.strictEqual(only("USER"), "node")
      assert.strictEqual(only("EXPOSE"), port)
      // Node 24 is one of those that the package runs on.
      assert.deepStrictEqual([only("FROM"), manifest.engines.node], ["node:24-slim", ">=22.19"])
    })
  )

  it.live("starts an emulator that its health check finds, and that keeps its world in the given file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at, read } = yield* folder
        const [, group, command, ...options] = entryPoint
        assert.deepStrictEqual([group, command], ["emulator", "start"])
        // The port of the container may be taken here.
        const free = options.map((option) => (option === port ? "0" : option))
        const { ended, signal, url } = yield* startEmulator(...free, "--scenario", "empty", "--data", at("world.json"))
        const { hostname, port: running } = new URL(url)
        assert.strictEqual(hostname, "0.0.0.0")
        assert.strictEqual(yield* checkAt(running), 0)
        yield* createRoom(`http://127.0.0.1:${running}`, "a")
        // As `docker stop` does.
        yield* signal("SIGTERM")
        assert.strictEqual((yield* ended).code, 0)
        assert.strictEqual(yield* checkAt(running), 1)
        assert.deepStrictEqual(titlesIn(read("world.json")), ["a"])
      })
    )
  )
})
