/**
 * The rooms of a client.
 */
import type { Page as CorePage } from "@effect-rooms/core/Page"
import * as CoreRoom from "@effect-rooms/core/Room"
import * as Core from "@effect-rooms/core/Rooms"
import { definedFields } from "@effect-rooms/core/unstable"
import type { ClientRuntime } from "./ClientRuntime.ts"
import { RoomId } from "./identifiers.ts"
import type { CreateOnceOptions, RequestOptions, RoomsOptions, RoomsPageOptions } from "./options.ts"
import { pageFields, toPlain, toPlainFields } from "./toPlain.ts"
import type { CreateRoomInput, Metadata, NewRoom, Page, Room, RoomDetails, RoomsPage } from "./values.ts"
import type { Walk } from "./Walk.ts"

const toNewRoom = (room: Core.NewRoom): NewRoom => room
const toRoom = /*#__PURE__*/ toPlain(CoreRoom.Room)
const toRoomDetails = /*#__PURE__*/ toPlain(CoreRoom.RoomDetails)
const toMetadata = /*#__PURE__*/ toPlain(CoreRoom.RoomMetadata.fields.metadata)
const toRoomsPage = /*#__PURE__*/ toPlain(CoreRoom.RoomsPage)
const toPage = /*#__PURE__*/ toPlainFields<CorePage<CoreRoom.Room, number>>(pageFields(CoreRoom.Room))

/** Creates rooms, reads one, or walks all of them. */
export class Rooms {
  readonly #client: ClientRuntime

  constructor(client: ClientRuntime) {
    this.#client = client
  }

  /**
   * Creates a room. The request is sent again only if the service certainly didn't process it. If its response is lost, the call
   * rejects with `CreateOutcomeUnknown`: the room may exist. If you cancel a create, the room may exist too.
   */
  readonly create = (input: CreateRoomInput = {}, options?: RequestOptions): Promise<NewRoom> =>
    this.#client.call("createRoom", Core.Rooms, toNewRoom, options, (rooms) => rooms.create(definedFields(input)))

  /**
   * Creates a room once for `key`, which goes into the metadata as `idempotencyKey`. Without a key, `createOnce` generates one.
   *
   * - If you pass a key, `createOnce` first looks for it among the newest 50 rooms, so you can call again after a crash.
   * - Concurrent calls with the same key share one create and its result. Aborting one of them doesn't affect the others. A call
   *   with the same key but other input rejects with `InvalidRequest`.
   * - If a response is lost, `createOnce` searches the rooms added since then for the key before it sends the create again. If the
   *   list can't show whether the room exists, the call rejects with `CreateOutcomeUnknown`, which has the key and the reason.
   * - For ten seconds after a create, the client remembers its key, so you can abort a call and repeat it right away.
   *
   * You can still get two rooms if two processes call with the same key at the same time, or if the list shows a room more than ten
   * seconds late or never shows its key.
   */
  readonly createOnce = (input: CreateRoomInput = {}, options?: CreateOnceOptions): Promise<NewRoom> =>
    this.#client.call("createRoom", Core.Rooms, toNewRoom, options, (rooms, own: { readonly key?: string }) =>
      rooms.createOnce(definedFields(input), own)
    )

  /** Reads one room, or rejects with `RoomNotFound`. */
  readonly get = (roomId: string, options?: RequestOptions): Promise<RoomDetails> =>
    this.#client.call("roomDetails", Core.Rooms, toRoomDetails, options, (rooms) => rooms.get(RoomId(roomId)))

  /** Reads the metadata of one room, or rejects with `RoomNotFound`. `null` if the room doesn't have any. */
  readonly metadata = (roomId: string, options?: RequestOptions): Promise<Metadata | null> =>
    this.#client.call("roomMetadata", Core.Rooms, toMetadata, options, (rooms) => rooms.metadata(RoomId(roomId)))

  /** Reads one page of the list of rooms, as the service returns it. */
  readonly page = (options?: RoomsPageOptions): Promise<RoomsPage> =>
    this.#client.call("listRooms", Core.Rooms, toRoomsPage, options, (rooms, own: CoreRoom.ListRoomsRequest) =>
      rooms.page(own)
    )

  /** Walks all pages of the list, newest room first. Each has the position to resume from. */
  readonly pages = (options?: RoomsOptions): Walk<Page<Room, number>> =>
    this.#client.walk("listRooms", Core.Rooms, toPage, options, (rooms, own: Core.RoomsOptions) => rooms.pages(own))

  /** Walks all rooms, newest first. */
  readonly list = (options?: RoomsOptions): Walk<Room> =>
    this.#client.walk("listRooms", Core.Rooms, toRoom, options, (rooms, own: Core.RoomsOptions) => rooms.stream(own))

  /** Walks all rooms whose metadata has exactly this `title`. It reads the whole list, because the contract has no other way. */
  readonly findByTitle = (title: string, options?: RoomsOptions): Walk<Room> =>
    this.#client.walk("listRooms", Core.Rooms, toRoom, options, (rooms, own: Core.RoomsOptions) =>
      rooms.findByTitle(title, own)
    )
}
