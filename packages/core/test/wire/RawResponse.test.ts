import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { UsageMetrics } from "../../src/UsageMetrics.ts"
import { definedFields } from "../../src/wire/definedFields.ts"
import { responseDecoder } from "../../src/wire/RawResponse.ts"

const mask = (text: string) => text.replaceAll("secret", "<redacted>")

const response = (text: string, status = 200) => ({ status, headers: { "x-request-id": "req-secret" }, text })

describe("responseDecoder", () => {
  it.each([
    ["", 204],
    ["", 200],
    ["not JSON", 200]
  ])("ignores the body %j of an operation without one", (text, status) => {
    assert.deepStrictEqual(responseDecoder(Schema.Void, mask)(response(text, status)), Result.succeed(undefined))
  })

  it.each([
    ["", "", "the body is empty"],
    ["{", "", "the body is not JSON"],
    ["{}", "totalSessions", "is missing"],
    ['{"totalSessions":"secret"}', "totalSessions", "expected number"]
  ])("reports where %j breaks the contract, without secrets", (text, path, problem) => {
    const { failure } = Result.getOrThrow(
      Result.flip(Result.mapError(responseDecoder(UsageMetrics, mask)(response(text)), (failure) => ({ failure })))
    )
    assert(failure.reason._tag === "InvalidResponse")
    assert.strictEqual(failure.reason.path, path)
    assert.include(failure.reason.problem, problem)
    assert.notInclude(JSON.stringify(failure), "secret")
    assert.strictEqual(failure.requestId, "req-<redacted>")
  })
})

describe("definedFields", () => {
  it("leaves out undefined, and keeps every other value", () => {
    assert.deepStrictEqual(definedFields({ a: undefined, b: null, c: 0, d: "", e: false }), {
      b: null,
      c: 0,
      d: "",
      e: false
    })
  })
})
