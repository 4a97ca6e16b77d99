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
import type { RoomId } from "./Identifier.ts"
import { createOnce } from "./internal/createOnce.ts"
import { roomsList } from "./internal/roomsList.ts"
import { items, pages } from "./internal/walk.ts"
import type { JsonMetadata, Metadata } from "./Metadata.ts"
import type { Page, WalkOptions } from "./Page.ts"
import type { PaginationError } from "./PaginationError.ts"
import type { Room, RoomDetails, RoomsPage } from "./Room.ts"

/** What a room is created from. */
export interface CreateRoomInput {
  /** Whether the room refuses joins. Default: `false`. */
  readonly roomLocked?: boolean
  /** Stored with the room: `title`, `hostWallets` and any other JSON, at most 10 240 bytes of UTF-8 JSON. */
  readonly metadata?: JsonMetadata
}

/** A room that was created, and what the service said about it. */
export interface NewRoom {
  readonly roomId: RoomId
  readonly message: string
}

/** How the rooms are walked. */
export interface RoomsOptions extends WalkOptions {
  /** The cursor of the first page to read: the `next` of a page that an earlier walk gave. Default: the first page. */
  readonly from?: number
}

/** Whether a room has exactly this `title` in its metadata. */
export const hasTitle =
  (title: string) =>
  (room: Room): boolean =>
    Option.exists(room.metadata, (metadata) => metadata.title === title)

/** Rooms: creates them, reads one, or walks all of them. */
export class Rooms extends Context.Service<
  Rooms,
  {
    /**
     * Creates a room. It is sent again only where the service certainly did not process it; where the answer is lost
     * otherwise, the effect fails with `CreateOutcomeUnknown`.
     */
    readonly create: (input: CreateRoomInput) => Effect.Effect<NewRoom, CreateRoomError>
    /**
     * Creates a room once for `key`, whatever the network does. The key is put into the metadata as `idempotencyKey`. A key
     * of the caller's is looked for among the newest 50 rooms first, so that calling again after a crash is safe; without
     * one, a key is made. After a lost answer, the rooms that were added since are searched for it, at once and two seconds
     * later, before the room is sent again. Fails with `CreateOutcomeUnknown`, which has the key and says why, where that
     * could not decide. A service that processes a request later than that can still make a second room.
     */
    readonly createOnce: (
      input: CreateRoomInput,
      options?: { readonly key?: string }
    ) => Effect.Effect<NewRoom, CreateRoomError>
    /** One room in detail. */
    readonly get: (roomId: RoomId) => Effect.Effect<RoomDetails, RoomError>
    /** The metadata of one room; `Option.none` where it has none. */
    readonly metadata: (roomId: RoomId) => Effect.Effect<Option.Option<Metadata>, RoomError>
    /** One page of the list of rooms, as the service answers it. Without `cursor`, the first one. */
    readonly page: (request?: { readonly cursor?: number }) => Effect.Effect<RoomsPage, RequestError>
    /** All pages of the list, newest room first. */
    readonly pages: (options?: RoomsOptions) => Stream.Stream<Page<Room, number>, RequestError | PaginationError>
    /** All rooms, newest first. */
    readonly stream: (options?: RoomsOptions) => Stream.Stream<Room, RequestError | PaginationError>
    /** All rooms whose metadata has exactly this `title`. It reads the whole list: the contract has no other way. */
    readonly findByTitle: (title: string, options?: RoomsOptions) => Stream.Stream<Room, RequestError | PaginationError>
  }
>()("@effect-rooms/core/Rooms") {
  static readonly layer: Layer.Layer<Rooms, never, Backend> = Layer.effect(
    Rooms,
    Effect.gen(function* () {
      const backend = yield* Backend

      const allPages = (options: RoomsOptions = {}) => pages(() => roomsList(backend), options)

      const create = Effect.fnUntraced(function* (input: CreateRoomInput) {
        const { data, message } = yield* backend.createRoom({ roomLocked: false, ...input })
        return { roomId: data.roomId, message }
      })

      const stream = (options?: RoomsOptions) => items(allPages(options))

      return Rooms.of({
        create,
        createOnce: (input, options) => createOnce({ create, newestFirst: allPages() }, input, options?.key),
        get: (roomId) => backend.roomDetails({ roomId }),
        metadata: (roomId) => Effect.map(backend.roomMetadata({ roomId }), ({ metadata }) => metadata),
        page: (request) => backend.listRooms(request ?? {}),
        pages: allPages,
        stream,
        findByTitle: (title, options) => Stream.filter(stream(options), hasTitle(title))
      })
    })
  )
}
