/**
 * What the booking service does, with the services of effect-rooms.
 */
import { LiveRooms, Rooms } from "@effect-rooms/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, RoomUnavailable } from "./Api.ts"

const unavailable = Effect.fail(new RoomUnavailable({ isUnknown: false }))

/** The handlers of the API. Their layer needs `Rooms` and `LiveRooms`. */
export const layerHandlers = HttpApiBuilder.group(
  Api,
  "bookings",
  Effect.fnUntraced(function* (handlers) {
    const rooms = yield* Rooms
    const live = yield* LiveRooms
    return handlers.handleAll({
      // The booking's id is the key, so a double click or a repeated request gets the same room.
      book: ({ params, payload }) =>
        rooms
          .createOnce(
            { metadata: { title: `Consultation with ${payload.guest}` } },
            { key: `booking-${params.bookingId}` }
          )
          .pipe(
            Effect.map(({ roomId }) => ({ roomId })),
            Effect.tapError((error) => Effect.logWarning(error.message)),
            Effect.catchTags({
              CreateOutcomeUnknown: () => Effect.fail(new RoomUnavailable({ isUnknown: true })),
              ServiceError: () => unavailable,
              Unauthorized: Effect.die,
              InvalidRequest: Effect.die,
              MetadataTooLarge: Effect.die
            })
          ),
      people: ({ params }) =>
        live.participants(params.roomId).pipe(
          Effect.map(({ participants }) => participants),
          Effect.catchTags({
            NoLiveSession: () => Effect.succeed([]),
            ServiceError: () => unavailable,
            Unauthorized: Effect.die,
            InvalidRequest: Effect.die
          })
        )
    })
  })
)
