import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { FakeRooms, fault, Scenario, World } from "@effect-rooms/testing"
import { DateTime, Effect, FileSystem, Layer, Stream } from "effect"
import { attendance, toTable, writeReport } from "../attendance-report.ts"

const scenario = Scenario.make(
  Scenario.room('Stand-up, "daily"').session({ ago: "1 day", lasts: "15 minutes", participants: ["Ada", "Grace"] }),
  Scenario.room("Planning").session({ ago: "2 days", lasts: "1 hour", participants: ["Ada"] }),
  Scenario.room("Long ago").session({ ago: "90 days", lasts: "1 hour", participants: ["Ada"] }),
  Scenario.room("Never used")
)

const daysAgo = (days: number) => Effect.map(DateTime.now, (now) => DateTime.subtract(now, { days }))

describe("attendance-report", () => {
  it.effect("writes a line of CSV for each person in each session of the period, and a table of their totals", () =>
    Effect.gen(function* () {
      const fileSystem = yield* FileSystem.FileSystem
      const file = yield* fileSystem.makeTempFileScoped()
      const table = yield* writeReport(file, yield* daysAgo(30))
      const [header, ...lines] = (yield* fileSystem.readFileString(file)).trimEnd().split("\n")
      assert.strictEqual(header, "room,session,started,person,minutes")
      assert.sameMembers(
        lines.map((line) => line.replace(/,[^,]*,[^,]*,(?=[A-Z])/, "|")),
        ['"Stand-up, ""daily"""|Ada,15', '"Stand-up, ""daily"""|Grace,15', "Planning|Ada,60"]
      )
      assert.strictEqual(table, "PERSON   MINUTES\nAda         75.0\nGrace       15.0")
    }).pipe(Effect.provide(Layer.merge(FakeRooms.layer({ scenario }), NodeFileSystem.layer)))
  )

  it.effect("continues if a session can't be read", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.inject(fault("sessionParticipants").times(1).respond(500))
      const rows = yield* Stream.runCollect(attendance(yield* daysAgo(30)))
      assert.isNotEmpty(rows)
      assert.isBelow(new Set(rows.map(({ session }) => session)).size, 2)
    }).pipe(Effect.provide(FakeRooms.layer({ scenario })))
  )

  it("makes a table even if nobody was there", () => {
    assert.strictEqual(toTable([]), "PERSON   MINUTES")
  })
})
