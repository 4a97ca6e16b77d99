import { assert, describe, it } from "@effect/vitest"
import { Engine } from "../../src/internal/engine.ts"

/** Random numbers from a list, and 0 behind its end. */
const randomFrom = (numbers: ReadonlyArray<number>) => {
  let index = 0
  const next = () => numbers[index++] ?? 0
  return { nextDoubleUnsafe: next, nextIntUnsafe: next }
}

describe("Engine", () => {
  it("does not give the id of a room twice, even where the random numbers repeat", () => {
    const once = Array.from({ length: 10 }, (_, index) => index / 26)
    const engine = new Engine(randomFrom([...once, ...once, ...once.toReversed()]))
    engine.addTenant("key")
    const tenant = engine.tenant("key")
    assert(tenant !== undefined)
    const ids = [1, 2].map((at) => engine.createRoom(tenant, { roomLocked: false }, at).roomId)
    assert.deepStrictEqual<ReadonlyArray<string>>(ids, ["abc-defg-hij", "jih-gfed-cba"])
    assert.strictEqual(tenant.rooms.length, 2)
  })

  it("keeps what a tenant has when it is added again", () => {
    const engine = new Engine(randomFrom([]))
    engine.addTenant("key")
    const tenant = engine.tenant("key")
    engine.addTenant("key")
    assert(tenant !== undefined)
    assert.strictEqual(engine.tenant("key"), tenant)
  })
})
