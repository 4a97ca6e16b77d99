/**
 * The nine operations over HTTP: requests as the contract has them, sent, and made into what the operation gives.
 */
import { decodeAnswer, type Mask } from "@effect-rooms/core/Answer"
import type { Operations } from "@effect-rooms/core/Backend"
import { makeEvidence } from "@effect-rooms/core/Evidence"
import { type OperationName, operations } from "@effect-rooms/core/Operation"
import { type Outcome, outcomes } from "@effect-rooms/core/Outcome"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import type { CheckedOptions } from "../RoomsHttpOptions.ts"
import type { Execute } from "./execute.ts"

type Query = Readonly<Record<string, string | number | undefined>>

/** The nine operations, each sent by `execute`. */
export const makeOperations = (options: CheckedOptions, mask: Mask, execute: Execute): Operations => {
  const headers = { accept: "application/json", "x-api-key": Redacted.value(options.apiKey) }

  const url = (operation: OperationName, roomId?: string) => {
    const path: string = operations[operation].path
    return options.baseUrl + (roomId === undefined ? path : path.replace(":roomId", () => encodeURIComponent(roomId)))
  }

  const get = (operation: OperationName, roomId?: string, query?: Query) =>
    HttpClientRequest.get(url(operation, roomId), query === undefined ? { headers } : { headers, urlParams: query })

  const operation = <I, A, E>(
    name: OperationName,
    { error, success }: Outcome<I, A, E>,
    toRequest: (input: I) => HttpClientRequest.HttpClientRequest
  ): ((input: I) => Effect.Effect<A, E>) => {
    const decode = decodeAnswer(success, mask)
    return (input) =>
      Effect.mapError(execute(name, toRequest(input), decode), ({ attempts, elapsedMillis, failure }) => {
        const { requestId, status } = failure
        const evidence = makeEvidence(name, {
          attempts,
          elapsedMillis,
          ...(status === undefined ? {} : { status }),
          ...(requestId === undefined ? {} : { requestId })
        })
        return error({ ...failure, evidence }, input)
      })
  }

  const metrics = operation("metrics", outcomes.metrics, () => get("metrics"))

  return {
    createRoom: operation("createRoom", outcomes.createRoom, (input) =>
      HttpClientRequest.post(url("createRoom"), { headers }).pipe(
        HttpClientRequest.bodyText(JSON.stringify(input), "application/json")
      )
    ),
    listRooms: operation("listRooms", outcomes.listRooms, (query) => get("listRooms", undefined, query)),
    roomDetails: operation("roomDetails", outcomes.roomDetails, ({ roomId }) => get("roomDetails", roomId)),
    roomMetadata: operation("roomMetadata", outcomes.roomMetadata, ({ roomId }) => get("roomMetadata", roomId)),
    listSessions: operation("listSessions", outcomes.listSessions, (query) =>
      get("listSessions", undefined, { ...query })
    ),
    sessionParticipants: operation("sessionParticipants", outcomes.sessionParticipants, ({ sessionId }) =>
      get("sessionParticipants", undefined, { sessionId })
    ),
    liveParticipants: operation("liveParticipants", outcomes.liveParticipants, ({ roomId }) =>
      get("liveParticipants", roomId)
    ),
    listRecordings: operation("listRecordings", outcomes.listRecordings, (query) =>
      get("listRecordings", undefined, { ...query })
    ),
    metrics: Effect.suspend(() => metrics({}))
  }
}
