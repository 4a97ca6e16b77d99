/**
 * Rooms: create them, read them, walk all of them.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Backend, type CreateRoomError, type RequestError, type RoomError } from "./Backend.ts"
import { makeCreateOnce } from "./creating/createOnce.ts"
import { createRequest } from "./creating/createRequest.ts"
import type { RoomId } from "./Identifier.ts"
import { type Metadata, titleOf } from "./Metadata.ts"
import type { Page, WalkOptions } from "./Page.ts"
import type { PaginationError } from "./PaginationError.ts"
import { roomsList } from "./pagination/lists/rooms.ts"
import { items, pages } from "./pagination/walk.ts"
import type { CreateRoomInput, NewRoom, Room, RoomDetails, RoomsPage } from "./Room.ts"

export type { CreateRoomInput, NewRoom } from "./Room.ts"

/** The options of walks over rooms. */
export interface RoomsOptions extends WalkOptions {
  /** The cursor to start from: the `next` of an earlier page. Default: the first page. */
  readonly from?: number
}

/** Returns whether a room has exactly this `title` in its metadata. */
export const hasTitle =
  (title: string) =>
  (room: Room): boolean =>
    // mutant: `Option.contains(titleOf(room), title)` -> `Option.exists(titleOf(room), (found) => found.startsWith(title))`
    Option.contains(titleOf(room), title)

/** Rooms: creates them, reads one, or walks all of them. */
export class Rooms extends Context.Service<
  Rooms,
  {
    /**
     * Creates a room. The request is sent again only if the service certainly did not process it. If its response is lost, the
     * effect fails with `CreateOutcomeUnknown`.
     *
     * @example
     * ```ts
     * import { Rooms } from "@effect-rooms/core"
     *
     * const standUp = Rooms.use((rooms) => rooms.create({ metadata: { title: "Stand-up" } }))
     * ```
     */
    readonly create: (input: CreateRoomInput) => Effect.Effect<NewRoom, CreateRoomError>
    /**
     * Creates a room once for `key`, which goes into the metadata as `idempotencyKey`. Without a key, `createOnce` generates one.
     *
     * - If you pass a key, `createOnce` first looks for it among the newest 50 rooms, so you can call again after a crash.
     * - Concurrent calls with the same key share one create and its result. Interrupting one of them doesn't affect the others;
     *   interrupting the last one interrupts the create. A call with the same key but other input fails with `InvalidRequest`.
     * - If a response is lost, `createOnce` searches the rooms added since then for the key: immediately, and two and ten seconds
     *   later. It sends the create again only if the list shows that the room doesn't exist, four times at most. If the list can't
     *   show that, the effect fails with `CreateOutcomeUnknown`, which has the key and the reason.
     * - For ten seconds after a create, the client remembers its key: a call returns the room that was created, or continues
     *   the search if the create was interrupted or its response was lost.
     *
     * The service has no idempotency keys, so `createOnce` can't cover every case. You can still get two rooms if two processes
     * call with the same key at the same time, or if the list shows a room more than ten seconds late or never shows its key.
     *
     * @example
     * ```ts
     * import { Rooms } from "@effect-rooms/core"
     *
     * const roomForOrder = (order: string) =>
     *   Rooms.use((rooms) => rooms.createOnce({ metadata: { title: "Consultation" } }, { key: `order-${order}` }))
     * ```
     */
    readonly createOnce: (
      input: CreateRoomInput,
      options?: { readonly key?: string }
    ) => Effect.Effect<NewRoom, CreateRoomError>
    /**
     * Reads one room: whether it is locked, and its metadata. Fails with `RoomNotFound` if the API key doesn't have the room.
     *
     * @example
     * ```ts
     * import { type RoomId, Rooms } from "@effect-rooms/core"
     * import { Effect } from "effect"
     *
     * const exists = (roomId: RoomId) =>
     *   Rooms.use((rooms) => rooms.get(roomId)).pipe(
     *     Effect.as(true),
     *     Effect.catchTag("RoomNotFound", () => Effect.succeed(false))
     *   )
     * ```
     */
    readonly get: (roomId: RoomId) => Effect.Effect<RoomDetails, RoomError>
    /**
     * Reads the metadata of one room: `Option.none` if it has no metadata.
     *
     * @example
     * ```ts
     * import { type RoomId, Rooms } from "@effect-rooms/core"
     * import { Effect, Option } from "effect"
     *
     * const keysOf = (roomId: RoomId) =>
     *   Rooms.use((rooms) => rooms.metadata(roomId)).pipe(
     *     Effect.map(Option.match({ onNone: () => [], onSome: Object.keys }))
     *   )
     * ```
     */
    readonly metadata: (roomId: RoomId) => Effect.Effect<Option.Option<Metadata>, RoomError>
    /**
     * Reads one page of the list of rooms, as the service returns it. Without `cursor`, the first one. To read all of them, use
     * `stream`.
     *
     * @example
     * ```ts
     * import { Rooms } from "@effect-rooms/core"
     * import { Effect } from "effect"
     *
     * const newest = Rooms.use((rooms) => rooms.page()).pipe(Effect.map(({ rooms }) => rooms))
     * ```
     */
    readonly page: (request?: { readonly cursor?: number }) => Effect.Effect<RoomsPage, RequestError>
    /**
     * Streams all pages of the list, newest room first. Each has the position to resume from.
     *
     * @example
     * ```ts
     * import { Rooms } from "@effect-rooms/core"
     * import { Console, Option, Stream } from "effect"
     *
     * const readFrom = (from: number) =>
     *   Rooms.useSync((rooms) => rooms.pages({ from })).pipe(
     *     Stream.unwrap,
     *     Stream.runForEach(({ items, next }) => Console.log(items.length, Option.getOrNull(next)))
     *   )
     * ```
     */
    readonly pages: (options?: RoomsOptions) => Stream.Stream<Page<Room, number>, RequestError | PaginationError>
    /**
     * Streams all rooms, newest first.
     *
     * @example
     * ```ts
     * import { Rooms } from "@effect-rooms/core"
     * import { Stream } from "effect"
     *
     * const lockedRooms = Rooms.useSync((rooms) => rooms.stream({ concurrency: 4 })).pipe(
     *   Stream.unwrap,
     *   Stream.filter(({ roomLocked }) => roomLocked)
     * )
     * ```
     */
    readonly stream: (options?: RoomsOptions) => Stream.Stream<Room, RequestError | PaginationError>
    /**
     * Streams all rooms whose metadata has exactly this `title`. It reads the whole list, because the contract has no search;
     * to stop at the first match, take only that.
     *
     * @example
     * ```ts
     * import { Rooms } from "@effect-rooms/core"
     * import { Stream } from "effect"
     *
     * const standUp = Rooms.use((rooms) => Stream.runHead(rooms.findByTitle("Stand-up")))
     * ```
     */
    readonly findByTitle: (title: string, options?: RoomsOptions) => Stream.Stream<Room, RequestError | PaginationError>
  }
>()("@effect-rooms/core/Rooms") {
  static readonly layer: Layer.Layer<Rooms, never, Backend> = Layer.effect(
    Rooms,
    Effect.gen(function* () {
      const backend = yield* Backend

      const allPages = (options: RoomsOptions = {}) => pages(() => roomsList(backend), options)

      const create = Effect.fn("Rooms.create")(function* (input: CreateRoomInput) {
        const { data, message } = yield* backend.createRoom(createRequest(input))
        return { roomId: data.roomId, message }
      })

      const get = Effect.fn("Rooms.get")((roomId: RoomId) => backend.roomDetails({ roomId }))

      const createOnce = makeCreateOnce({ create, get, newestFirst: allPages() })

      const stream = (options?: RoomsOptions) => items(allPages(options))

      return Rooms.of({
        create,
        createOnce: Effect.fn("Rooms.createOnce")((input, options) => createOnce(input, options?.key)),
        get,
        metadata: Effect.fn("Rooms.metadata")((roomId) =>
          Effect.map(backend.roomMetadata({ roomId }), ({ metadata }) => metadata)
        ),
        page: Effect.fn("Rooms.page")((request) => backend.listRooms(request ?? {})),
        pages: (options) => Stream.withSpan(allPages(options), "Rooms.pages"),
        stream: (options) => Stream.withSpan(stream(options), "Rooms.stream"),
        findByTitle: (title, options) =>
          Stream.withSpan(Stream.filter(stream(options), hasTitle(title)), "Rooms.findByTitle")
      })
    })
  )
}
