import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Fault, fault, InvalidFault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"

// Invalid times, as a faulty computation produces them.
const nowhere = new Date(Number.NaN)

/** Impossible faults, each with the path and text of its problem. */
const wrong: ReadonlyArray<readonly [name: string, built: Fault, path: string, problem: RegExp]> = [
  ["a status that can't end a response", fault().respond(99), "action.status", /between 200 and 599/],
  ["a status beyond all", fault().respond(600), "action.status", /between 200 and 599/],
  ["a status that only announces an answer", fault().respond(100), "action.status", /between 200 and 599/],
  ["half a status", fault().respond(503.5), "action.status", /integer/],
  ["no number as a status", fault().respond(Number.NaN), "action.status", /integer/],
  ["HTML with such a status", fault().html(0), "action.status", /between 200 and 599/],
  ["times below zero", fault().times(-1).refuse(), "times", /0/],
  ["half a time", fault().times(0.5).refuse(), "times", /integer/],
  ["no number of times", fault().times(Number.NaN).refuse(), "times", /integer/],
  ["after a negative number", fault().after(-1).refuse(), "after", /0/],
  ["after for ever", fault().after(Number.POSITIVE_INFINITY).refuse(), "after", /integer/],
  ["a probability above one", fault().probability(1.01).refuse(), "probability", /between 0 and 1/],
  ["a probability below zero", fault().probability(-0.01).refuse(), "probability", /between 0 and 1/],
  ["no number as a probability", fault().probability(Number.NaN).refuse(), "probability", /finite/],
  ["no number as a seed", fault().probability(1, Number.NaN).refuse(), "seed", /string|number/],
  ["a delay that isn't a duration", fault().delay(Number.NaN), "action.millis", /./],
  ["a delay for ever", fault().delay("Infinity"), "action.millis", /./],
  ["a delay beyond all times", fault().delay(Number.MAX_VALUE), "action.millis", /1 000 000 days/],
  ["a negative delay", fault().delay("-1 seconds"), "action.millis", /from 0/],
  ["negative jitter", fault().delay(0, { jitter: -1 }), "action.jitterMillis", /from 0/],
  ["jitter that is none", fault().delay(0, { jitter: Number.NaN }), "action.jitterMillis", /./],
  ["a negative wait", fault().respond(503, { retryAfter: -1 }), "action.retryAfterMillis", /from 0/],
  ["a wait for ever", fault().respond(503, { retryAfter: "Infinity" }), "action.retryAfterMillis", /./],
  ["a wait beyond all dates", fault().respond(503, { retryAfter: 1e300 }), "action.retryAfterMillis", /1 000 000 days/],
  ["a start that isn't a date", fault().between(nowhere, 1).refuse(), "fromMillis", /integer/],
  ["an end that isn't a date", fault().between(1, "yesterday").refuse(), "untilMillis", /integer/],
  ["an end before the beginning", fault().between(2, 1).refuse(), "untilMillis", /^is not after fromMillis/],
  ["a window without width", fault().between(1, 1).refuse(), "untilMillis", /^is not after fromMillis/],
  ["a cut before the body", fault().cut(-1), "action.bytes", /0/],
  ["a cut in the middle of a byte", fault().cut(1.5), "action.bytes", /integer/],
  ["a drip of nothing", fault().drip({ bytes: 0, every: 1 }), "action.bytes", /1/],
  ["a drip back in time", fault().drip({ bytes: 1, every: -1 }), "action.everyMillis", /from 0/],
  ["a header without a name", fault().respond(200, { headers: { "": "a" } }), "action.headers.", /name/],
  ["a name with a space", fault().respond(200, { headers: { "a b": "c" } }), "action.headers.a b", /name/],
  ["a header in two lines", fault().respond(200, { headers: { a: "b\r\nc: d" } }), "action.headers.a", /value/],
  ["a header beyond Latin 1", fault().respond(200, { headers: { a: "日" } }), "action.headers.a", /value/],
  ["a header with spaces around", fault().respond(200, { headers: { a: " b" } }), "action.headers.a", /value/],
  ["a header with spaces behind", fault().respond(200, { headers: { a: "b\t" } }), "action.headers.a", /value/],
  ...["Content-Length", "content-encoding", "Transfer-Encoding", "connection"].map(
    (name) =>
      [
        name,
        fault().respond(200, { headers: { [name]: "1" } }),
        `action.headers.${name}`,
        /set by the transport/
      ] as const
  ),
  ...[204, 205, 304].map(
    (status) => [`a body for ${status}`, fault().respond(status, { body: {} }), "action.body", /has no body/] as const
  ),
  [
    "a body too deep to be written",
    fault().respond(200, { body: JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) }),
    "action.body",
    /nested 500 levels/
  ],
  ["drift of nothing", { action: { _tag: "Drift", added: 1 } }, "operations", /only lists drift/],
  [
    "drift of an operation that isn't a list",
    { operations: ["listRooms", "metrics"], action: { _tag: "Drift", added: 1 } },
    "operations[1]",
    /only lists drift/
  ],
  [
    "sessions that are deleted",
    { operations: ["listSessions"], action: { _tag: "Drift", removed: 1 } },
    "action.removed",
    /never deleted/
  ],
  [
    "recordings that are deleted",
    { operations: ["listRooms", "listRecordings"], action: { _tag: "Drift", added: 1, removed: 1 } },
    "action.removed",
    /never deleted/
  ],
  ["fewer than no rows", fault("listRooms").drift({ added: -1 }), "action.added", /from 0 to 10 000/],
  [
    "sessions that go at the end of their list",
    { operations: ["listSessions"], action: { _tag: "Drift", removedAtEnd: 1 } },
    "action.removedAtEnd",
    /must be 0/
  ],
  ["never and always", fault().every(0).refuse(), "every", /./],
  ["rows without end", fault("listRooms").drift({ removed: 10_001 }), "action.removed", /from 0 to 10 000/]
]

/** Faults that only an untyped program or JSON can express. */
const untyped: ReadonlyArray<readonly [json: string, path: string, problem: RegExp]> = [
  [
    '{"action":{"_tag":"Delay","millis":1,"duration":1}}',
    "action.duration",
    /^is not a field of Delay; there are millis, jitterMillis$/
  ],
  ['{"action":{"_tag":"Cut","byte":1}}', "action.byte", /^is not a field of Cut; there is only bytes$/],
  ['{"action":{"_tag":"Stall","bytes":1}}', "action.bytes", /^is not a field of Stall; it has no fields$/],
  ["null", "", /./],
  ['"refuse"', "", /./],
  ["{}", "action", /missing/],
  ['{"action":{"_tag":"Explode"}}', "action", /an action with the _tag/],
  ['{"action":{"_tag":"Refuse"},"tims":2}', "tims", /./],
  ['{"action":{"_tag":"Refuse","when":"beforeWork"}}', "action.when", /./],
  ['{"action":{"_tag":"Refuse"},"matches":true}', "matches", /./],
  ['{"action":{"_tag":"Reset"}}', "action.when", /missing/],
  ['{"action":{"_tag":"Refuse"},"operations":[]}', "operations[0]", /missing/],
  ['{"action":{"_tag":"Refuse"},"operations":["nothing"]}', "operations[0]", /./],
  ['{"action":{"_tag":"Respond","status":"503"}}', "action.status", /./]
]

const assertRefused = Effect.fnUntraced(function* (given: Fault, path: string, problem: RegExp) {
  const world = yield* World
  const error = yield* Effect.flip(world.inject(given))
  assert.instanceOf(error, InvalidFault)
  assert.strictEqual(error.path, path)
  assert.match(error.problem, problem)
  assert.strictEqual(error.message, `the fault cannot be injected: ${path === "" ? "" : `${path}: `}${error.problem}`)
  assert.deepStrictEqual(yield* world.faults, [])
})

describe("an impossible fault", () => {
  it.effect.each(wrong)("%s", ([, built, path, problem]) =>
    assertRefused(built, path, problem).pipe(Effect.provide(World.layer()))
  )

  it.effect.each(untyped)("%s", ([json, path, problem]) =>
    assertRefused(JSON.parse(json), path, problem).pipe(Effect.provide(World.layer()))
  )

  it.effect("is rejected when a world is made with it", () =>
    Effect.gen(function* () {
      const made = World.pipe(Effect.provide(World.layer({ faults: [fault().refuse(), fault().respond(99)] })))
      const error = yield* Effect.flip(made)
      assert(error._tag === "InvalidFault")
      assert.strictEqual(error.path, "action.status")
    })
  )
})

describe("a fault at the limits", () => {
  it.effect.each<readonly [string, Fault]>([
    ["never", fault().times(0).probability(0).refuse()],
    ["the first and the last status", fault().respond(200)],
    ["the last status", fault().respond(599)],
    ["no body for 204", fault().respond(204, { body: "" })],
    ["all of Latin 1", fault().respond(200, { headers: { "x!#$%&'*+-.^_`|~9": "é ÿ\t~" } })],
    ["an empty header", fault().respond(200, { headers: { a: "" } })],
    ["a million days", fault().delay("1000000 days", { jitter: "1000000 days" })],
    ["part of a millisecond", fault().delay(0.25, { jitter: 0.25 })],
    ["the shortest window", fault().between(0, 1).refuse()],
    ["before 1970", fault().between(-2, -1).refuse()],
    ["many rows", fault("listRooms").drift({ added: 10_000, removed: 10_000 })],
    ["no rows", fault("listRooms").drift({})],
    ["sessions that do not go", { operations: ["listSessions"], action: { _tag: "Drift", added: 1, removed: 0 } }]
  ])("%s", ([, given]) =>
    Effect.gen(function* () {
      const world = yield* World
      const { id } = yield* world.inject(given)
      assert.deepStrictEqual(yield* world.faults, [{ id, fault: given, applied: 0 }])
    }).pipe(Effect.provide(World.layer()))
  )
})
