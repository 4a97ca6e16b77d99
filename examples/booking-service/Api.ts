/**
 * The interface of the booking service, shared by its server and its clients.
 */
import { LiveParticipant, RoomId } from "@effect-rooms/core"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/** The id of a booking in your database. */
export const BookingId = Schema.NonEmptyString.check(Schema.isMaxLength(64)).pipe(Schema.brand("BookingId"))
export type BookingId = typeof BookingId.Type

/** The room can't be made right now. If it isn't certain whether it was made, `isUnknown` is true. */
export class RoomUnavailable extends Schema.TaggedError<RoomUnavailable>()(
  "RoomUnavailable",
  { isUnknown: Schema.Boolean },
  { httpApiStatus: 503 }
) {}

const bookings = HttpApiGroup.make("bookings")
  .add(
    // A PUT, because sending it twice makes one room.
    HttpApiEndpoint.put("book", "/bookings/:bookingId", {
      params: { bookingId: BookingId },
      payload: Schema.Struct({ guest: Schema.NonEmptyString }),
      success: Schema.Struct({ roomId: RoomId }),
      error: RoomUnavailable
    })
  )
  .add(
    HttpApiEndpoint.get("people", "/rooms/:roomId/people", {
      params: { roomId: RoomId },
      success: Schema.Array(LiveParticipant),
      error: RoomUnavailable
    })
  )

export const Api = HttpApi.make("booking-service").add(bookings)
