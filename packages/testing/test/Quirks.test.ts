import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Quirks from "../src/Quirks.ts"

const { fields } = Quirks.Quirks

/** Each name with each of its readings, as text. */
const readings = Struct.keys(fields).flatMap((name) =>
  fields[name].literals.map((reading) => `${name}: ${JSON.stringify(reading)}`)
)

/** The differences between quirks and the defaults, as text. */
const differences = (quirks: Quirks.Quirks) =>
  Struct.keys(fields).flatMap((name) =>
    quirks[name] === Quirks.defaults[name] ? [] : [`${name}: ${JSON.stringify(quirks[name])}`]
  )

const usual = Struct.keys(fields).map((name) => `${name}: ${JSON.stringify(Quirks.defaults[name])}`)

describe("Quirks.defaults", () => {
  it("follow the contract, and use the first reading of each quirk that it leaves open", () => {
    assert.deepStrictEqual<unknown>(Quirks.defaults, {
      firstPage: 1,
      roomsOrder: "newestFirst",
      roomsEnd: "null",
      roomsBeginning: "zero",
      roomsCount: "total",
      pageSize: "rows",
      createdAt: "epochMillis",
      sessionTimes: "epochMillis",
      runningEndTime: "null",
      presentExitTime: "null",
      liveJoinTime: "known",
      metadata: "object",
      metadataLimit: 10_240,
      createdStatus: 201,
      errorBody: "message",
      idleRoom: "notFound",
      neverMet: "empty",
      mostSessions: "asked",
      sessionsSkip: "asked",
      sessionsPages: "full",
      mostRecordings: "asked",
      recordingsCursor: "offset",
      recordingsEnd: "null",
      requestId: "none",
      retryAfter: "seconds",
      pathPrefix: ""
    })
  })
})

describe("Quirks.all", () => {
  it("starts with the defaults, then changes one quirk at a time to each of its other readings", () => {
    const [first, ...others] = Quirks.all
    assert.deepStrictEqual(first, { name: "defaults", quirks: Quirks.defaults })
    for (const { name, quirks } of others) assert.deepStrictEqual(differences(quirks), [name])
    assert.deepStrictEqual(
      others.map(({ name }) => name),
      readings.filter((reading) => !usual.includes(reading))
    )
    assert.strictEqual(new Set(readings).size, readings.length)
  })
})

describe("Quirks.mixtures", () => {
  it.effect("returns the requested number of mixtures, named after their differences from the defaults", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Quirks.mixtures(0), [])
      const mixtures = yield* Quirks.mixtures(50)
      assert.strictEqual(mixtures.length, 50)
      for (const { name, quirks } of mixtures) {
        assert.strictEqual(name, differences(quirks).join(", "))
        assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Quirks.Quirks)(quirks), quirks)
      }
      assert.strictEqual(new Set(mixtures.map(({ name }) => name)).size, 50)
    })
  )

  it.effect("depends on the seed only", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Quirks.mixtures(5, "a"), yield* Quirks.mixtures(5, "a"))
      assert.deepStrictEqual(yield* Quirks.mixtures(5), yield* Quirks.mixtures(5, 1))
      assert.deepStrictEqual(yield* Quirks.mixtures(3, "a"), (yield* Quirks.mixtures(5, "a")).slice(0, 3))
      const names = (yield* Quirks.mixtures(5, "a")).map(({ name }) => name)
      for (const { name } of yield* Quirks.mixtures(5, "b")) assert.notInclude(names, name)
    })
  )

  it.effect("draws every reading of a quirk about equally often", () =>
    Effect.gen(function* () {
      const mixtures = yield* Quirks.mixtures(1_000)
      for (const name of Struct.keys(fields)) {
        const { literals } = fields[name]
        for (const reading of literals) {
          const count = mixtures.filter(({ quirks }) => quirks[name] === reading).length
          assert.closeTo(count, 1_000 / literals.length, 75)
        }
      }
    })
  )
})

describe("the schema of quirks", () => {
  it.effect("rejects an unknown reading", () =>
    Effect.gen(function* () {
      const decode = Schema.decodeUnknownEffect(Quirks.Quirks)
      const error = yield* Effect.flip(decode({ ...Quirks.defaults, firstPage: 2 }))
      assert.match(error.message, /firstPage/)
      const { pathPrefix: _, ...others } = Quirks.defaults
      assert.match((yield* Effect.flip(decode(others))).message, /pathPrefix/)
    })
  )
})
