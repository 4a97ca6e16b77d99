import { assert, describe, it } from "@effect/vitest"
import type { OperationName } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import type { FaultAction } from "../../src/Fault.ts"
import { requestedFaults } from "../../src/faults/requestedFaults.ts"

const delay: FaultAction = { _tag: "Delay", millis: 5 }
const refuse: FaultAction = { _tag: "Refuse" }
const drift: FaultAction = { _tag: "Drift", added: 1, removed: 2 }

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`

describe("requestedFaults", () => {
  it("reads no action, one action, or several in their order", () => {
    const read = (value: unknown) => requestedFaults(JSON.stringify(value), "listRooms")
    assert.deepStrictEqual(read(refuse), Result.succeed([refuse]))
    assert.deepStrictEqual(read([delay, refuse]), Result.succeed([delay, refuse]))
    assert.deepStrictEqual(read([]), Result.succeed([]))
    assert.deepStrictEqual(read(drift), Result.succeed([drift]))
  })

  it.each<readonly [header: string, operation: OperationName, problem: RegExp]>([
    ["", "metrics", /JSON/],
    ["Refuse", "metrics", /JSON/],
    ["{}{}", "metrics", /JSON/],
    ["null", "metrics", /^expected an action with the _tag Respond, Delay, /],
    ['"Refuse"', "metrics", /^expected an action with the _tag/],
    ["{}", "metrics", /^expected an action with the _tag/],
    ['{"_tag":"Explode"}', "metrics", /^expected an action with the _tag/],
    ['{"_tag":"Respond"}', "metrics", /^status: is missing$/],
    ['{"_tag":"Respond","status":99}', "metrics", /^status: expected a value between 200 and 599$/],
    ['{"_tag":"Respond","status":200,"boddy":1}', "metrics", /^boddy: ./],
    ['{"_tag":"Respond","status":200,"headers":{"connection":"x"}}', "metrics", /^headers\.connection: is set/],
    ['[{"_tag":"Refuse"},{"_tag":"Delay"}]', "metrics", /^\[1\]\.millis: is missing$/],
    ["[7]", "metrics", /^\[0\]: expected an action/],
    ['{"_tag":"Drift","added":1}', "metrics", /^metrics: is not a list, and only lists drift$/],
    ['[{"_tag":"Drift"}]', "createRoom", /^\[0\]\.createRoom: is not a list/],
    ['{"_tag":"Drift","removed":1}', "listSessions", /^removed: must be 0: /],
    [`{"_tag":"Respond","status":200,"body":${deep(500)}}`, "metrics", /^body: must not be nested 500 levels deep/],
    [`{"_tag":"Respond","status":200,"body":${deep(50_000)}}`, "metrics", /^body: must not be nested/],
    [deep(50_000), "metrics", /^\[0\]: expected an action/]
  ])("names the problem of %.60s for %s", (header, operation, problem) => {
    const read = requestedFaults(header, operation)
    assert(Result.isFailure(read))
    assert.match(read.failure, problem)
  })

  it("accepts a body at the nesting limit", () => {
    assert(Result.isSuccess(requestedFaults(`{"_tag":"Respond","status":200,"body":${deep(499)}}`, "metrics")))
  })
})
