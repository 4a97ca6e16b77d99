import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as DateTime from "effect/DateTime"
import { defaults } from "../../src/Quirks.ts"
import { Engine } from "../../src/world/Engine.ts"
import { metricsOf } from "../../src/world/pages.ts"
import { SeededRandom } from "../../src/world/SeededRandom.ts"

/** Random numbers from a list, then 0. */
class ListedRandom extends SeededRandom {
  #index = 0
  readonly #numbers: ReadonlyArray<number>

  constructor(numbers: ReadonlyArray<number>) {
    super([0, 0, 0, 0])
    this.#numbers = numbers
  }

  override next(): number {
    return this.#numbers[this.#index++] ?? 0
  }
}

const makeEngine = () => {
  const engine = new Engine(new SeededRandom([1, 2, 3, 4]), defaults)
  return { engine, tenant: engine.addTenant("key") }
}

describe("Engine", () => {
  it("never repeats the id of a room, even if the random numbers repeat", () => {
    const once = Array.from({ length: 10 }, (_, index) => index / 26)
    const engine = new Engine(new ListedRandom([...once, ...once, ...once.toReversed()]), defaults)
    engine.addTenant("key")
    const tenant = engine.tenant("key")
    assert(tenant !== undefined)
    const ids = [1, 2].map((at) => engine.createRoom(tenant, { roomLocked: false }, at).room.roomId)
    assert.deepStrictEqual<ReadonlyArray<string>>(ids, ["abc-defg-hij", "jih-gfed-cba"])
    assert.strictEqual(tenant.rooms.length, 2)
  })

  it("keeps a tenant's rooms if the tenant is added again", () => {
    const engine = new Engine(new ListedRandom([]), defaults)
    engine.addTenant("key")
    const tenant = engine.tenant("key")
    engine.addTenant("key")
    assert(tenant !== undefined)
    assert.strictEqual(engine.tenant("key"), tenant)
  })

  it("keeps rooms ordered by age, then by creation order", () => {
    const { engine, tenant } = makeEngine()
    const made = [5, 1, 5, 3, 1, 9, 3, 0].map((at) => engine.createRoom(tenant, { roomLocked: false }, at))
    const byAge = made.toSorted((a, b) => DateTime.Order(a.room.createdAt, b.room.createdAt))
    assert.deepStrictEqual(tenant.rooms, byAge)
    for (const room of made) {
      engine.deleteRoom(room.room.roomId, 10)
      byAge.splice(byAge.indexOf(room), 1)
      assert.deepStrictEqual(tenant.rooms, byAge)
    }
    assert.deepStrictEqual(tenant.deletedRooms, made)
  })

  it("keeps the events of a session in order if the clock is set back", () => {
    const { engine, tenant } = makeEngine()
    const { roomId } = engine.createRoom(tenant, { roomLocked: false }, 0).room
    const [ada, grace] = [PeerId.make("ada"), PeerId.make("grace")]
    engine.join(roomId, { peerId: ada }, 100)
    engine.join(roomId, { peerId: grace }, 90)
    assert.strictEqual(metricsOf(tenant, 50).totalDuration, 0)
    engine.leave(roomId, ada, 300_000)
    engine.join(roomId, { peerId: ada }, 200_000)
    engine.leave(roomId, grace, 10)
    engine.endSession(roomId, 20)
    const [session] = tenant.rooms[0]?.sessions ?? []
    assert.deepStrictEqual(
      session?.stays.map(({ exitTime, joinTime }) => [joinTime, exitTime]),
      [
        [100, 300_000],
        [100, 300_000],
        [300_000, 300_000]
      ]
    )
    assert.deepStrictEqual([session?.startTime, session?.endTime], [100, 300_000])
    assert.strictEqual(metricsOf(tenant, 0).totalDuration, 4)
  })

  it("counts ended sessions if the clock is set to before a running one", () => {
    const { engine, tenant } = makeEngine()
    const { roomId } = engine.createRoom(tenant, { roomLocked: false }, 0).room
    engine.join(roomId, {}, 0)
    engine.endSession(roomId, 600_000)
    engine.join(roomId, {}, 600_000)
    assert.strictEqual(metricsOf(tenant, 60_000).totalDuration, 10)
    assert.strictEqual(metricsOf(tenant, 660_000).totalDuration, 11)
  })
})
