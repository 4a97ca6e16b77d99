import { assert, describe, it } from "@effect/vitest"
import type { Backend } from "@effect-rooms/core/Backend"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { RunnerTestCase, RunnerTestSuite } from "vitest"
import * as FakeRooms from "../../src/FakeRooms.ts"
import { laws } from "../../src/Laws.ts"
import * as Quirks from "../../src/Quirks.ts"
import * as Scenario from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"

const mine = Redacted.make("mine")
const theirs = Redacted.make("theirs")

/** A world whose two tenants have a past that the laws don't know. */
const layerPast = (quirks: Partial<Quirks.Quirks>) =>
  World.pipe(
    Effect.tap((world) => Effect.flatMap(Scenario.office({ rooms: 12, seed: 2 }), (past) => world.seed(past, theirs))),
    Layer.effect(World),
    Layer.provideMerge(
      World.layer({ apiKeys: [mine, theirs], scenario: Scenario.office({ rooms: 70, sessions: 300 }), quirks })
    )
  )

const clientOf = (quirks: Partial<Quirks.Quirks>) => (apiKey: Redacted.Redacted<string>) => {
  const backend: Layer.Layer<Backend, unknown> = Layer.provide(FakeRooms.layerBackend(apiKey), layerPast(quirks))
  return Layer.provide(RoomServices.layer, backend)
}

const [first, second] = Effect.runSync(Quirks.mixtures(2, "black box"))

for (const { name, quirks } of [
  { name: "defaults", quirks: Quirks.defaults },
  ...(first && second ? [first, second] : [])
]) {
  laws(`a backend of one's own, ${name}`, clientOf(quirks)(mine), {
    only: "blackBox",
    clientOf: clientOf(quirks),
    otherKey: theirs
  })
}

const empty = Layer.provide(RoomServices.layer, Layer.provide(FakeRooms.layerBackend(), World.layer()))

laws("a service without rooms", empty, { only: "blackBox" })
laws("a service that lives on", clientOf({})(mine), { only: "blackBox", live: true })

describe("a law that can't run", () => {
  type Task = RunnerTestCase | RunnerTestSuite
  const testsIn = (task: Task): ReadonlyArray<RunnerTestCase> =>
    task.type === "test" ? [task] : task.tasks.flatMap(testsIn)

  it("is a skipped test that says why", ({ task }) => {
    const tests = task.file.tasks.flatMap(testsIn).filter(({ id }) => id !== task.id)
    const skipped = tests.filter(({ mode }) => mode === "skip")
    const saying = tests.filter(({ name }) => / \(skipped: needs [^)]+\)$/.test(name))
    assert.isNotEmpty(skipped)
    assert.deepStrictEqual(saying, skipped)
  })

  it("is registered for every subject, like any other law", ({ task }) => {
    const promises = task.file.tasks
      .filter((suite) => suite.type === "suite" && suite.name !== "a law that can't run")
      .map((suite) => testsIn(suite).map(({ name }) => name.replace(/ \(skipped: .*/, "")))
    assert.strictEqual(promises.length, 5)
    for (const names of promises) assert.deepStrictEqual(names, promises[0])
  })
})

// @ts-expect-error: a subject without a World must be marked as a black box.
const _forgotten = () => laws("a backend of one's own", empty)
// @ts-expect-error: only a subject with a World can set the number of attempts.
const _attempts = () => laws("a backend of one's own", empty, { only: "blackBox", attempts: 4 })
