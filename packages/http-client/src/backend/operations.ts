/**
 * The nine operations over HTTP: requests as the contract has them, sent, and made into what the operation gives.
 */
import { decodeAnswer, type Mask } from "@effect-rooms/core/Answer"
import type { Operations } from "@effect-rooms/core/Backend"
import { makeEvidence } from "@effect-rooms/core/Evidence"
import { type OperationName, operations } from "@effect-rooms/core/Operation"
import { type Outcome, outcomes } from "@effect-rooms/core/Outcome"
import type { RoomRequest } from "@effect-rooms/core/Room"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Execute } from "../policy/execute.ts"
import type { CheckedOptions } from "../RoomsHttpOptions.ts"
import type { Outgoing } from "../transport/exchange.ts"

type Query = Readonly<Record<string, string | number | undefined>>

// V8 keeps the text that it makes of a number, for the next time that it is asked for. A long walk asks for each once, and
// what is kept so long is moved to the old generation. `toFixed` makes the same text of an integer, and V8 does not keep it.
const textOf = (value: string | number): string => (typeof value === "number" ? value.toFixed() : value)

const queryOf = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.append(name, textOf(value))
  return parameters.size === 0 ? "" : `?${parameters}`
}

/** The nine operations, each sent by `execute`. */
export const makeOperations = (options: CheckedOptions, mask: Mask, execute: Execute): Operations => {
  // Made once: they are the same for all requests.
  // mutant: `"x-api-key": Redacted.value(options.apiKey)` -> `"x-api-kay": Redacted.value(options.apiKey)`
  const headers = { accept: "application/json", "x-api-key": Redacted.value(options.apiKey) }
  // mutant: `"content-type": "application/json"` -> `"content-type": "text/plain"`
  const headersOfText = { ...headers, "content-type": "application/json" }
  // mutant: `options.baseUrl + operations` -> `options.baseUrl + "/v1" + operations`
  const urlOf = (operation: OperationName) => options.baseUrl + operations[operation].path

  const get = (url: string): Outgoing => ({ method: "GET", url, headers, body: undefined })

  const ofRoom = (operation: OperationName) => {
    const [before = "", behind = ""] = urlOf(operation).split(":roomId")
    // mutant: `encodeURIComponent(roomId)` -> `roomId`
    return ({ roomId }: RoomRequest) => get(before + encodeURIComponent(roomId) + behind)
  }

  const ofQuery = (operation: OperationName) => {
    const url = urlOf(operation)
    return (query: Query) => get(url + queryOf(query))
  }

  const operation = <I, A, E>(
    name: OperationName,
    { error, success }: Outcome<I, A, E>,
    toRequest: (input: I) => Outgoing
  ): ((input: I) => Effect.Effect<A, E>) => {
    const decode = decodeAnswer(success, mask)
    return (input) =>
      Effect.mapError(execute(name, toRequest(input), decode), ({ attempts, elapsedMillis, failure }) => {
        const { requestId, status } = failure
        const evidence = makeEvidence(name, {
          // mutant: `attempts,` -> `attempts: [],`
          attempts,
          elapsedMillis,
          // mutant: remove `...(status === undefined ? {} : { status }),`
          ...(status === undefined ? {} : { status }),
          // mutant: remove `...(requestId === undefined ? {} : { requestId })`
          ...(requestId === undefined ? {} : { requestId })
        })
        return error({ ...failure, evidence }, input)
      })
  }

  const metrics = operation("metrics", outcomes.metrics, ofQuery("metrics"))({})
  const createRoomUrl = urlOf("createRoom")
  const listSessions = ofQuery("listSessions")
  const listRecordings = ofQuery("listRecordings")

  return {
    createRoom: operation("createRoom", outcomes.createRoom, (input) => ({
      method: "POST",
      url: createRoomUrl,
      headers: headersOfText,
      // mutant: `JSON.stringify(input)` -> `JSON.stringify({ roomLocked: input.roomLocked })`
      body: JSON.stringify(input)
    })),
    // mutant: `outcomes.listRooms, ofQuery("listRooms")` -> `outcomes.listRooms, () => ofQuery("listRooms")({})`
    listRooms: operation("listRooms", outcomes.listRooms, ofQuery("listRooms")),
    roomDetails: operation("roomDetails", outcomes.roomDetails, ofRoom("roomDetails")),
    roomMetadata: operation("roomMetadata", outcomes.roomMetadata, ofRoom("roomMetadata")),
    // mutant: `listSessions({ ...query })` -> `listSessions({ ...query, limit: undefined })`
    // mutant: `listSessions({ ...query })` -> `listSessions({ ...query, cursor: undefined })`
    listSessions: operation("listSessions", outcomes.listSessions, (query) => listSessions({ ...query })),
    // mutant: `outcomes.sessionParticipants, ofQuery("sessionParticipants")` -> `outcomes.sessionParticipants, () => ofQuery("sessionParticipants")({})`
    sessionParticipants: operation("sessionParticipants", outcomes.sessionParticipants, ofQuery("sessionParticipants")),
    liveParticipants: operation("liveParticipants", outcomes.liveParticipants, ofRoom("liveParticipants")),
    // mutant: `listRecordings({ ...query })` -> `listRecordings({ ...query, sessionId: undefined })`
    listRecordings: operation("listRecordings", outcomes.listRecordings, (query) => listRecordings({ ...query })),
    metrics
  }
}
