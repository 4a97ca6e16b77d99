/**
 * `rooms create --dry-run`: the body of the request, from the client that would send it.
 */
import { type CreateRoomInput, Rooms } from "@effect-rooms/core/Rooms"
import * as RoomsHttp from "@effect-rooms/http-client/RoomsHttp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { bodyOf, firstRequest } from "../../connection/firstRequest.ts"
import { Transport } from "../../connection/Transport.ts"
import { createRequestFields } from "../../output/serviceFields.ts"
import type { AnswerView } from "../../output/View.ts"

/** Placeholders: nothing is sent. */
const nowhere = { baseUrl: "https://localhost", apiKey: Redacted.make("none") }

const layerNowhere = Layer.unwrap(
  Effect.map(Transport, (transport) => Layer.provide(RoomsHttp.layer(nowhere), transport))
)

interface CreateBody {
  readonly [field: string]: unknown
}

/** Returns the body of the request, after every check that a request must pass. */
export const createBody = Effect.fnUntraced(function* (room: CreateRoomInput) {
  const create = Rooms.use((rooms) => rooms.create(room)).pipe(Effect.provide(layerNowhere))
  const body = Option.flatMapNullishOr(yield* firstRequest(create), ({ request }) => bodyOf(request))
  const fields: CreateBody = JSON.parse(Option.getOrElse(body, () => "{}"))
  return fields
})

export const createBodyView: AnswerView<CreateBody> = {
  encode: (body) => body,
  fields: createRequestFields,
  columns: [
    { header: "LOCKED", cell: ({ roomLocked }) => (roomLocked === true ? "yes" : "no") },
    { header: "METADATA", cell: ({ metadata }) => (metadata === undefined ? "" : JSON.stringify(metadata)) }
  ]
}
