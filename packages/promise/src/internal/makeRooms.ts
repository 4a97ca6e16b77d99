/**
 * The rooms of a promise client, over the service `Rooms`.
 */
import * as Core from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ClientRun } from "./ClientRun.ts"
import { defined } from "./defined.ts"
import { RoomId } from "./identifiers.ts"
import type { RoomsOptions } from "./options.ts"
import type { Rooms } from "./resources.ts"
import { toPage, toRoom, toRoomDetails, toRoomsPage } from "./toPlain.ts"
import type { CreateRoomInput } from "./values.ts"

const toInput = ({ metadata, roomLocked }: CreateRoomInput) => defined({ roomLocked, metadata })

const toWalk = ({ concurrency, from, verify }: RoomsOptions) => defined({ concurrency, from, verify })

export const makeRooms = (run: ClientRun): Rooms => ({
  create: (input = {}, options) =>
    run.call(
      "createRoom",
      Core.Rooms.use((rooms) => rooms.create(toInput(input))),
      options
    ),
  createOnce: (input = {}, options = {}) =>
    run.call(
      "createRoom",
      Core.Rooms.use((rooms) => rooms.createOnce(toInput(input), defined({ key: options.key }))),
      options
    ),
  get: (roomId, options) =>
    run.call(
      "roomDetails",
      Core.Rooms.use((rooms) => Effect.map(rooms.get(RoomId(roomId)), toRoomDetails)),
      options
    ),
  metadata: (roomId, options) =>
    run.call(
      "roomMetadata",
      Core.Rooms.use((rooms) => Effect.map(rooms.metadata(RoomId(roomId)), Option.getOrNull)),
      options
    ),
  page: (options = {}) =>
    run.call(
      "listRooms",
      Core.Rooms.use((rooms) => Effect.map(rooms.page(defined({ cursor: options.cursor })), toRoomsPage)),
      options
    ),
  pages: (options = {}) =>
    run.walk(
      "listRooms",
      Stream.unwrap(Core.Rooms.useSync((rooms) => rooms.pages(toWalk(options)))),
      toPage(toRoom),
      options
    ),
  list: (options = {}) =>
    run.walk("listRooms", Stream.unwrap(Core.Rooms.useSync((rooms) => rooms.stream(toWalk(options)))), toRoom, options),
  findByTitle: (title, options = {}) =>
    run.walk(
      "listRooms",
      Stream.unwrap(Core.Rooms.useSync((rooms) => rooms.findByTitle(title, toWalk(options)))),
      toRoom,
      options
    )
})
