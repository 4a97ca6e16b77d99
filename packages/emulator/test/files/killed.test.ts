import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { defaultApiKey, World } from "@effect-rooms/testing"
import { directOperations, WorldHost } from "@effect-rooms/testing/unstable"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { build } from "esbuild"
import { inject } from "vitest"
import { folder, open } from "../fixtures/files.ts"

/** `keptWorld.ts` as one file, which starts in a tenth of a second. */
const bundled = Effect.fnUntraced(function* (outfile: string) {
  const entryPoint = fileURLToPath(new URL("../fixtures/keptWorld.ts", import.meta.url))
  yield* Effect.promise(() =>
    build({ entryPoints: [entryPoint], outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" })
  )
})

/** A line of a process: an event and a number of rooms. */
type Said = readonly [what: string, rooms: number]

interface Life {
  readonly said: ReadonlyArray<Said>
  /** Resolves when the process has printed an event a number of times. */
  readonly says: (what: string, times: number) => Effect.Effect<void>
  readonly kill: Effect.Effect<void>
  /** Resolves when the process has ended. */
  readonly ended: Effect.Effect<void>
  readonly tellToEnd: Effect.Effect<void>
}

const begin = (program: string, data: string): Effect.Effect<Life, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => beginUnsafe(program, data)),
    ({ kill }) => kill
  )

const beginUnsafe = (program: string, data: string): Life => {
  const child = spawn(process.execPath, [program, data], {
    env: { ...process.env, NODE_COMPILE_CACHE: `${program}.cache` },
    stdio: ["pipe", "pipe", "inherit"]
  })
  const said: Array<Said> = []
  const waiting = new Set<() => void>()
  createInterface(child.stdout).on("line", (line) => {
    const [what = "", rooms] = line.split(" ")
    said.push([what, Number(rooms)])
    for (const look of waiting) look()
  })
  const ended = Deferred.makeUnsafe<void>()
  child.once("close", () => {
    Deferred.doneUnsafe(ended, Effect.void)
    for (const look of waiting) look()
  })
  return {
    said,
    says: (what, times) =>
      Effect.callback((resume) => {
        const look = () => {
          const count = said.filter(([said]) => said === what).length
          if (count < times && !Deferred.isDoneUnsafe(ended)) return
          waiting.delete(look)
          resume(Effect.void)
        }
        waiting.add(look)
        look()
      }),
    kill: Effect.sync(() => child.kill("SIGKILL")),
    ended: Deferred.await(ended),
    tellToEnd: Effect.sync(() => child.stdin.end())
  }
}

/** Returns the numbers of rooms that a process printed. */
const numbers = ({ said }: Life, ...whats: ReadonlyArray<string>) =>
  said.filter(([what]) => whats.includes(what)).map(([, rooms]) => rooms)

/** The ids of the first rooms of an uninterrupted world, more than ten processes create. */
const idsOfRooms = Effect.gen(function* () {
  const { createRoom } = directOperations(yield* WorldHost, defaultApiKey)
  const created = yield* Effect.all(Array.from({ length: 10_000 }, () => createRoom({ roomLocked: false })))
  return created.map(({ data }) => data.roomId)
}).pipe(Effect.provide(World.layer()))

interface Room {
  readonly roomId: string
  readonly metadata: { readonly number: number }
}

const roomsIn = (file: string): ReadonlyArray<Room> =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).tenants[0].rooms : []

/** When a process is killed: at any moment, during its work, or in the middle of a write. */
const moment = Effect.fnUntraced(function* (life: Life, index: number) {
  const within = (millis: number) => Effect.flatMap(Random.nextIntBetween(0, millis), (millis) => Effect.sleep(millis))
  if (index % 5 === 0) return yield* within(300)
  yield* life.says("began", 1)
  if (index % 5 < 3) return yield* within(100)
  yield* life.says("snapshot", yield* Random.nextIntBetween(2, 4))
  yield* Effect.andThen(within(3), Effect.yieldNow)
})

/** Sequences of ten processes. Each is killed, and the next one continues with its file. */
const lanes = inject("soak") ? 10 : 3

describe("a world that is killed", () => {
  it.live(
    "restarts every time from a consistent state that includes all writes",
    () =>
      Effect.gen(function* () {
        const files = yield* folder
        const program = files.at("keptWorld.mjs")
        yield* bundled(program)
        const ids = yield* Effect.orDie(idsOfRooms)
        let kills = 0
        let brokenOff = 0

        const livesOf = Effect.fnUntraced(
          function* (lane: number) {
            const { at, path } = yield* folder
            const data = at("world.json")
            let before = 0
            for (let index = 0; index < 10; index++) {
              const life = yield* begin(program, data)
              yield* moment(life, index)
              yield* life.kill
              yield* life.ended
              kills++
              if (readdirSync(path).some((name) => name.startsWith(".world.json."))) brokenOff++

              const rooms = roomsIn(data)
              const context = `lane ${lane}, life ${index}: ${JSON.stringify(life.said.slice(-3))}`
              assert.deepStrictEqual(
                numbers(life, "began"),
                numbers(life, "began").map(() => before),
                context
              )
              assert.deepStrictEqual(
                rooms.map(({ metadata, roomId }) => [metadata.number, roomId]),
                ids.slice(0, rooms.length).map((roomId, number) => [number, roomId]),
                context
              )
              // The state was written by this process or an earlier one.
              assert.include([before, ...numbers(life, "snapshot")], rooms.length, context)
              assert.isAtLeast(rooms.length, Math.max(before, ...numbers(life, "replaced")), context)
              before = rooms.length
            }

            const last = yield* begin(program, data)
            yield* last.says("created", 10)
            yield* last.tellToEnd
            yield* last.ended
            assert.strictEqual(roomsIn(data).length, Math.max(...numbers(last, "created")))
            assert.deepStrictEqual(readdirSync(path), ["world.json"])
            // It equals the state of an uninterrupted world.
            yield* open({ import: data })
          },
          (lives, lane) => Effect.scoped(Random.withSeed(lives, lane))
        )

        yield* Effect.forEach(
          Array.from({ length: lanes }, (_, lane) => lane),
          livesOf,
          { concurrency: 4, discard: true }
        )
        assert.strictEqual(kills, 10 * lanes)
        // Some processes must have been killed in the middle of a write.
        assert.isAbove(brokenOff, lanes / 2)
      }),
    // The long run starts a hundred processes, perhaps on a busy machine.
    180_000
  )
})
