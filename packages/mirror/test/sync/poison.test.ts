import { assert, describe, it } from "@effect/vitest"
import { Backend, type RoomsPage } from "@effect-rooms/core"
import { FakeRooms, Scenario, World } from "@effect-rooms/testing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Mirror, Sync } from "../../src/index.ts"
import { stores } from "../fixtures/stores.ts"

const titles = ["a\0b", "half \ud83d of a pair", "\u202eright to left", "e\u0301 and é", "x".repeat(10_000)]

const scenario = Scenario.make(
  ...titles.map((title) =>
    Scenario.room(title).session({ ago: "2 hours", lasts: "1 hour", participants: [title.slice(0, 20)] })
  )
)

/** A service whose pages of rooms pass through `change`. */
const changingRooms = (change: (page: RoomsPage) => RoomsPage) =>
  Layer.effect(
    Backend,
    Effect.map(Backend, (operations) =>
      Backend.of({ ...operations, listRooms: (request) => Effect.map(operations.listRooms(request), change) })
    )
  ).pipe(Layer.provideMerge(FakeRooms.layerBackend()), Layer.provideMerge(World.layer({ scenario })))

describe.each(stores)("values that a database can't hold, in $name", (store) => {
  it.live("are replaced, counted, and kept in raw", () =>
    Effect.gen(function* () {
      const report = yield* Sync.run()
      assert.strictEqual(report.outcome, "whole")
      // Two rooms and the participants of their sessions.
      assert.strictEqual(report.altered, 4)
      const { sql } = yield* Mirror
      const rooms = yield* sql<{
        readonly title: string
        readonly raw: unknown
      }>`SELECT title, raw FROM rooms ORDER BY created_at`
      const originals = rooms.map(({ raw, title }) => {
        if (raw === null) return title
        const original: unknown = typeof raw === "string" ? JSON.parse(raw) : raw
        return (original as { readonly metadata: { readonly title: string } }).metadata.title
      })
      assert.deepStrictEqual([...originals].sort(), [...titles].sort())
      assert.deepStrictEqual(
        rooms
          .map(({ title }) => title)
          .filter((title) => title.includes("\uFFFD"))
          .sort(),
        ["a\uFFFDb", "half \uFFFD of a pair"]
      )
      const again = yield* Sync.run({ full: true })
      assert.deepStrictEqual([again.rooms.changed, again.stays.changed], [0, 0])
    }).pipe(
      Effect.provide(
        Layer.merge(Layer.provideMerge(FakeRooms.layerBackend(), World.layer({ scenario })), store.layer())
      )
    )
  )

  it.live.each([8.64e15, -8.64e15])("include a time as far away as %d, which stays in raw", (millis) =>
    Effect.gen(function* () {
      const report = yield* Sync.run()
      assert.strictEqual(report.outcome, "whole")
      const { sql } = yield* Mirror
      const rooms = yield* sql<{
        readonly created_at: unknown
        readonly raw: unknown
      }>`SELECT created_at, raw FROM rooms`
      assert.lengthOf(rooms, titles.length)
      for (const { created_at, raw } of rooms) {
        assert.isNull(created_at)
        assert.include(typeof raw === "string" ? raw : JSON.stringify(raw), String(millis))
      }
    }).pipe(
      Effect.provide(
        Layer.merge(
          changingRooms((page) => ({
            ...page,
            rooms: page.rooms.map((room) => ({ ...room, createdAt: DateTime.toUtc(DateTime.makeUnsafe(millis)) }))
          })),
          store.layer()
        )
      )
    )
  )

  it.live("include a room that is listed twice on one page, of which one row remains", () =>
    Effect.gen(function* () {
      yield* Sync.run()
      assert.strictEqual((yield* Sync.status()).rooms, titles.length)
    }).pipe(
      Effect.provide(
        Layer.merge(
          changingRooms((page) => ({ ...page, rooms: [...page.rooms, ...page.rooms], count: Option.none() })),
          store.layer()
        )
      )
    )
  )
})
