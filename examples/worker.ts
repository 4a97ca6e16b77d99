/**
 * A worker with two routes: `GET /people/<roomId>` lists who is in a room, and `PUT /rooms/<key>` makes one room for a key. It runs on
 * Cloudflare Workers, and on anything else that calls `fetch(request, env)`.
 */
import { LiveRooms, RoomId, Rooms } from "@effect-rooms/core"
import { RoomsHttp } from "@effect-rooms/http-client"
import { Effect, Redacted, Result, Schema } from "effect"

/** The bindings of the worker. */
export interface Env {
  readonly ROOMS_BASE_URL: string
  readonly ROOMS_API_KEY: string
}

const listPeople = Effect.fnUntraced(
  function* (roomId: RoomId) {
    const { participants } = yield* LiveRooms.use((live) => live.participants(roomId))
    return Response.json(participants.map(({ peerId }) => peerId))
  },
  Effect.catchTag("NoLiveSession", () => Effect.succeed(Response.json([])))
)

const makeRoom = Effect.fnUntraced(function* (key: string) {
  const { roomId } = yield* Rooms.use((rooms) => rooms.createOnce({ metadata: { title: key } }, { key }))
  return Response.json({ roomId })
})

const route = Effect.fnUntraced(function* (method: string, pathname: string) {
  const [, resource, name = ""] = pathname.split("/").map(decodeURIComponent)
  if (method === "PUT" && resource === "rooms") return yield* makeRoom(name)
  // An id from outside is checked before it becomes part of another URL.
  const roomId = Schema.decodeUnknownResult(RoomId)(name)
  if (method === "GET" && resource === "people" && Result.isSuccess(roomId)) return yield* listPeople(roomId.success)
  return Response.json({ error: "not found" }, { status: 404 })
})

export default {
  fetch: (request: Request, env: Env): Promise<Response> => {
    // A worker can't use a connection of one request in another, so each request has its own client. Making one costs nothing.
    const layer = RoomsHttp.layerFetch({ baseUrl: env.ROOMS_BASE_URL, apiKey: Redacted.make(env.ROOMS_API_KEY) })
    return route(request.method, new URL(request.url).pathname).pipe(
      Effect.provide(layer),
      Effect.catch((error) => Effect.succeed(Response.json({ error: error._tag }, { status: 502 }))),
      (effect) => Effect.runPromise(effect, { signal: request.signal })
    )
  }
}
