import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Fault, type FaultRequest, fault } from "../../src/Fault.ts"

const refuse = { _tag: "Refuse" } as const

/** Each call of the builder, and the resulting data. */
const said: ReadonlyArray<readonly [name: string, built: Fault, data: unknown]> = [
  ["fault()", fault().refuse(), { action: refuse }],
  ["fault(one)", fault("metrics").refuse(), { operations: ["metrics"], action: refuse }],
  [
    "fault(several)",
    fault("createRoom", "listRooms").refuse(),
    { operations: ["createRoom", "listRooms"], action: refuse }
  ],
  ["tenant", fault().tenant(1).refuse(), { tenant: 1, action: refuse }],
  ["tenant", fault().tenant(1).refuse(), { tenant: 1, action: refuse }],
  ["after", fault().after(2).refuse(), { after: 2, action: refuse }],
  ["every", fault().every(2).refuse(), { every: 2, action: refuse }],
  ["times", fault().times(3).refuse(), { times: 3, action: refuse }],
  ["probability", fault().probability(0.25).refuse(), { probability: 0.25, action: refuse }],
  [
    "probability with a seed",
    fault().probability(0.25, "seed").refuse(),
    { probability: 0.25, seed: "seed", action: refuse }
  ],
  ["between", fault().between(10, 20).refuse(), { fromMillis: 10, untilMillis: 20, action: refuse }],
  [
    "between dates",
    fault().between("2026-01-01T00:00:00Z", new Date(1_800_000_000_000)).refuse(),
    { fromMillis: 1_767_225_600_000, untilMillis: 1_800_000_000_000, action: refuse }
  ],
  [
    "between times",
    fault()
      .between(DateTime.makeUnsafe(1), DateTime.makeUnsafe({ year: 1970, month: 1, day: 2 }))
      .refuse(),
    { fromMillis: 1, untilMillis: 86_400_000, action: refuse }
  ],
  ["respond", fault().respond(503), { action: { _tag: "Respond", status: 503 } }],
  [
    "respond with all that there is",
    fault().respond(429, { headers: { "x-a": "b" }, body: { a: [1] }, retryAfter: "2 seconds", when: "afterWork" }),
    {
      action: {
        _tag: "Respond",
        status: 429,
        headers: { "x-a": "b" },
        body: { a: [1] },
        retryAfterMillis: 2_000,
        when: "afterWork"
      }
    }
  ],
  ["respond with null", fault().respond(200, { body: null }), { action: { _tag: "Respond", status: 200, body: null } }],
  [
    "html",
    fault().html(),
    {
      action: {
        _tag: "Respond",
        status: 502,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: "<!doctype html><html><head><title>502</title></head><body><h1>502</h1></body></html>"
      }
    }
  ],
  [
    "wrongShape",
    fault().wrongShape(),
    { action: { _tag: "Respond", status: 200, body: { unexpected: true }, when: "afterWork" } }
  ],
  [
    "wrongShape of one's own",
    fault().wrongShape([1]),
    { action: { _tag: "Respond", status: 200, body: [1], when: "afterWork" } }
  ],
  ["delay", fault().delay("2 seconds"), { action: { _tag: "Delay", millis: 2_000 } }],
  [
    "delay with jitter",
    fault().delay(Duration.minutes(1), { jitter: 500 }),
    { action: { _tag: "Delay", millis: 60_000, jitterMillis: 500 } }
  ],
  ["refuse", fault().refuse(), { action: refuse }],
  ["reset before", fault().reset("beforeWork"), { action: { _tag: "Reset", when: "beforeWork" } }],
  ["reset after", fault().reset("afterWork"), { action: { _tag: "Reset", when: "afterWork" } }],
  ["stall", fault().stall(), { action: { _tag: "Stall" } }],
  ["cut", fault().cut(), { action: { _tag: "Cut" } }],
  ["cut after a number of bytes", fault().cut(0), { action: { _tag: "Cut", bytes: 0 } }],
  ["drip", fault().drip({ bytes: 3, every: "10 millis" }), { action: { _tag: "Drip", bytes: 3, everyMillis: 10 } }],
  [
    "drift of rooms",
    fault("listRooms").drift({ added: 2, removed: 1, removedAtEnd: 3 }),
    { operations: ["listRooms"], action: { _tag: "Drift", added: 2, removed: 1, removedAtEnd: 3 } }
  ],
  [
    "drift of all lists",
    fault("listRooms", "listSessions", "listRecordings").drift({ added: 2 }),
    { operations: ["listRooms", "listSessions", "listRecordings"], action: { _tag: "Drift", added: 2 } }
  ],
  [
    "all that narrows it",
    fault("metrics").after(1).every(3).times(2).probability(0.5, 7).between(1, 2).refuse(),
    {
      operations: ["metrics"],
      after: 1,
      every: 3,
      times: 2,
      probability: 0.5,
      seed: 7,
      fromMillis: 1,
      untilMillis: 2,
      action: refuse
    }
  ]
]

describe("a fault", () => {
  it.each(said)("describes itself: %s", (_, built, data) => {
    assert.deepStrictEqual<unknown>(built, data)
  })

  it.effect.each(said)("survives a round trip through JSON: %s", ([, built]) =>
    Effect.gen(function* () {
      const json = JSON.stringify(yield* Schema.encodeEffect(Fault)(built))
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Fault)(JSON.parse(json)), built)
    })
  )

  it("isn't changed by other faults built from it", () => {
    const lists = fault("listRooms")
    const twice = lists.times(2)
    const once = twice.times(1)
    const late = twice.after(3)
    twice.between(1, 2)
    assert.deepStrictEqual(lists.refuse(), { operations: ["listRooms"], action: refuse })
    assert.deepStrictEqual(twice.refuse(), { operations: ["listRooms"], times: 2, action: refuse })
    assert.deepStrictEqual(once.refuse(), { operations: ["listRooms"], times: 1, action: refuse })
    assert.deepStrictEqual(late.refuse(), { operations: ["listRooms"], times: 2, after: 3, action: refuse })
    assert.deepStrictEqual(twice.stall(), { operations: ["listRooms"], times: 2, action: { _tag: "Stall" } })
  })

  it("combines its predicates, which aren't part of its JSON", () => {
    const seen: Array<string> = []
    const says = (name: string, answer: boolean) => (request: FaultRequest) => {
      seen.push(`${name} ${request.operation}`)
      return answer
    }
    const { matches, ...data } = fault().when(says("a", true)).when(says("b", false)).when(says("c", true)).refuse()
    assert.deepStrictEqual<unknown>(data, { action: refuse })
    assert.isFalse(matches?.({ operation: "metrics", input: {} }))
    assert.deepStrictEqual(seen, ["a metrics", "b metrics"])
    assert.isTrue(
      fault().when(says("d", true)).when(says("e", true)).refuse().matches?.({ operation: "metrics", input: {} })
    )
  })

  it("is plain data, with or without its optional fields", () => {
    assert.deepStrictEqual(Object.keys(fault().respond(500).action), ["_tag", "status"])
    assert.deepStrictEqual(Object.keys(fault().refuse()), ["action"])
    assert.deepStrictEqual(Object.keys(fault().probability(1).refuse()), ["probability", "action"])
  })
})

describe("drift", () => {
  it("applies to lists only, and deletes from the list of rooms only", () => {
    const change = { added: 1, removed: 1, removedAtEnd: 1 }
    fault("listRooms").drift(change)
    // @ts-expect-error sessions are never deleted
    fault("listSessions").drift({ removed: 1 })
    // @ts-expect-error nor are they at the end of their list
    fault("listSessions").drift({ removedAtEnd: 1 })
    // @ts-expect-error not a list
    fault("metrics").drift({ added: 1 })
    // @ts-expect-error one of them isn't a list
    fault("listRooms", "metrics").drift({ added: 1 })
    // @ts-expect-error not all operations are lists
    fault().drift({ added: 1 })
  })
})
