import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { RetryPolicyInput } from "../../src/RetryPolicy.ts"
import { createRoom, metrics, type OperationCase, sessionParticipants } from "../fixtures/operations.ts"
import { attemptTimeout, type Fault, faults } from "./fixtures/faults.ts"
import { assertEvidence, failed } from "./fixtures/observe.ts"

/** A policy, and the waits that it makes where every draw is a half. */
interface Policy {
  readonly name: string
  readonly retry: RetryPolicyInput | undefined
  readonly waits: ReadonlyArray<number>
}

const policies: ReadonlyArray<Policy> = [
  { name: "by default", retry: undefined, waits: [125, 250, 500] },
  { name: "with its own policy", retry: { attempts: 3, baseDelay: 600, maxDelay: "1 second" }, waits: [300, 500] },
  { name: "with retry: false", retry: false, waits: [] }
]

/** The times of the attempts, the evidence of each, and the end, where each takes as long and meets the same. */
const timeline = ({ met, takes }: Fault, waits: ReadonlyArray<number>) => {
  const sentAt = [0]
  const attempts = [{ ...met, waitedMillis: 0 }]
  let now = takes
  for (const waitedMillis of waits) {
    now += waitedMillis
    sentAt.push(now)
    attempts.push({ ...met, waitedMillis })
    now += takes
  }
  return { sentAt, attempts, endedAt: now }
}

const row = (fault: Fault, operation: OperationCase, policy: Policy) => {
  const isCreate = operation.name === "createRoom"
  const isSentAgain = isCreate ? fault.create === "again" : fault.readAgain
  const expected = timeline(fault, isSentAgain ? policy.waits : [])
  const count = expected.sentAt.length
  it.effect(`${operation.name}, ${policy.name}: sent ${count === 1 ? "once" : `${count} times`}`, () =>
    Effect.gen(function* () {
      const options = { attemptTimeout, ...(policy.retry === undefined ? {} : { retry: policy.retry }) }
      const { endedAt, error, sentAt } = yield* failed(operation, fault.answer, options)
      assert.deepStrictEqual(sentAt, expected.sentAt)
      assert.strictEqual(endedAt, expected.endedAt)
      assertEvidence(error.evidence, expected.attempts, expected.endedAt)
      assert.strictEqual(error.evidence.status, fault.met.status)
      assert.strictEqual(error._tag === "CreateOutcomeUnknown", isCreate && fault.create === "unknown")
    })
  )
}

for (const fault of faults) {
  describe(`every request is met by ${fault.name}`, () => {
    for (const policy of policies) {
      row(fault, metrics, policy)
      row(fault, sessionParticipants, policy)
      row(fault, createRoom, policy)
    }
  })
}
