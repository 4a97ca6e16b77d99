import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { listRooms, metrics } from "../../http-client/test/fixtures/operations.ts"
import { answering, inTurn, json } from "./fixtures/scripted.ts"

/** The metrics in the default registry. */
const counted = () =>
  Effect.runSync(Metric.snapshot).flatMap((metric) => {
    if (metric.type !== "Counter" && metric.type !== "Histogram") return []
    return [{ id: metric.id, attributes: metric.attributes, count: metric.state.count }]
  })

describe("a promise client", () => {
  it("records no metrics, because nothing reads them without Effect", async () => {
    const unavailable = () => json({}, { status: 503 })
    const { client, sent } = answering(
      inTurn(
        unavailable,
        () => json(metrics.answer),
        () => json({ ...listRooms.answer, nextCursor: null })
      ),
      { retry: { baseDelayMillis: 0 } }
    )
    const before = counted()
    await client.metrics.get()
    await client.rooms.page()
    assert.strictEqual(sent.length, 3)
    assert.deepStrictEqual(counted(), before)
    await client.close()
  })
})
