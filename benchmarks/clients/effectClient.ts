/** Our five services as a client, from any layer. Each call runs one effect. */
import { RoomId, type RoomServices, Rooms, Sessions } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import type { Client } from "./Client.ts"

/** Reads and counts all rows of a stream. */
const countRows = <Row, E, R>(
  rows: Stream.Stream<Row, E, R>,
  idOf: (row: Row) => string
): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    let count = 0
    return Stream.runForEachArray(rows, (chunk) =>
      Effect.sync(() => {
        for (const row of chunk) if (idOf(row) !== "") count++
      })
    ).pipe(Effect.map(() => count))
  })

/** Runs an effect `total` times. Several fibers that run the result share the work. */
const times = <A, E, R>(total: number, body: () => Effect.Effect<A, E, R>): Effect.Effect<void, E, R> => {
  let left = total
  return Effect.whileLoop({ while: () => left-- > 0, body, step: () => {} })
}

export const clientOf = <E>(services: Layer.Layer<RoomServices.RoomServices, E>): Client => {
  const runtime = ManagedRuntime.make(services)
  return {
    requests: (total, concurrency) =>
      runtime.runPromise(
        Rooms.use((rooms) => {
          const worker = times(total, () => rooms.page())
          return Effect.forEach(Array.from({ length: concurrency }), () => worker, { concurrency, discard: true })
        })
      ),
    rooms: (concurrency) =>
      runtime.runPromise(Rooms.use((rooms) => countRows(rooms.stream({ concurrency }), ({ roomId }) => roomId))),
    firstRooms: (total) => runtime.runPromise(Rooms.use((rooms) => times(total, () => Stream.runHead(rooms.stream())))),
    sessions: (roomId, concurrency) =>
      runtime.runPromise(
        Sessions.use((sessions) =>
          countRows(sessions.stream(RoomId.make(roomId), { concurrency }), ({ sessionId }) => sessionId)
        )
      ),
    everything: (concurrency) =>
      runtime.runPromise(
        Sessions.use((sessions) => countRows(sessions.streamAll({ concurrency }), ({ session }) => session.sessionId))
      )
  }
}
