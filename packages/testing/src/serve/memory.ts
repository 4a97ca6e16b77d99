/**
 * The door in memory: the operations of one API key, and the faults that they meet as the typed errors that the transport would
 * give for one attempt.
 */

import type { Operations } from "@effect-rooms/core/Backend"
import type { Evidence } from "@effect-rooms/core/Evidence"
import type { Metadata } from "@effect-rooms/core/Metadata"
import { InvalidResponse, Timeout, Transport } from "@effect-rooms/core/ServiceError"
import {
  attemptOf,
  errorOf,
  failureOf,
  isSuccess,
  type Mask,
  makeEvidence,
  makeMask,
  type OperationFunction,
  type OperationName,
  operations,
  type RawResponse,
  type Request,
  type RequestFailure,
  requestIdOf,
  responseDecoder,
  type Success
} from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Met } from "../faults/Faults.ts"
import type { Quirks } from "../Quirks.ts"
import type { World } from "../World.ts"
import { storedMetadata } from "../world/cloneMetadata.ts"
import { CurrentFault } from "../world/worldOperations.ts"
import { aborted, type BrokenConnection, refused, reset } from "./BrokenConnection.ts"
import { makeRoundTrip } from "./roundTrip.ts"
import { errorAnswer, faultAnswer, withRequestId, writeBody } from "./writtenAnswer.ts"

/** What the transport allows one attempt and a body by default, and the body of an error: times, and bytes. */
const attemptLimitMillis = 15_000
const bodyLimitBytes = 16 * 1024 * 1024
const errorBodyLimitMillis = 2_000
const errorBodyLimitBytes = 64 * 1024

/** What the world itself refuses an operation with. */
interface Refusal {
  readonly message: string
  readonly serverMessage?: string
  readonly problem?: string
  readonly evidence: Evidence
}

const timedOut: RequestFailure = { reason: new Timeout({ limit: "attempt", limitMillis: attemptLimitMillis }) }

const broken = ({ message, syscall }: BrokenConnection, mask: Mask): RequestFailure => ({
  reason: new Transport({ description: mask(message), requestSent: syscall !== "connect" })
})

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Until all pieces of a body are there, one after the other, as a reader gets them. */
const arrival = Effect.fnUntraced(function* (bytes: number, ending: Met["ending"]) {
  if (ending?._tag === "Stall") return yield* Effect.never
  if (ending?._tag !== "Drip") return
  for (let there = ending.bytes; there < bytes; there += ending.bytes) yield* Effect.sleep(ending.everyMillis)
})

/** What one attempt of the transport makes of an answer that arrives like this. */
const receive = <A>(
  decode: (answer: RawResponse) => Result.Result<A, RequestFailure>,
  answer: RawResponse,
  ending: Met["ending"],
  mask: Mask
): Effect.Effect<A, RequestFailure> =>
  Effect.gen(function* () {
    const { headers, status } = answer
    const bytes = encoder.encode(answer.text)
    // Text that came as bytes is well-formed, and has no byte order mark.
    const whole = Effect.map(arrival(bytes.length, ending), () => decoder.decode(bytes))
    const isCut = ending?._tag === "Cut"
    if (!isSuccess(status)) {
      const isRead = !isCut && bytes.length <= errorBodyLimitBytes
      const text = isRead ? yield* Effect.timeoutOption(whole, errorBodyLimitMillis) : Option.none()
      const read = { headers, status, text: Option.getOrElse(text, () => "") }
      return yield* Effect.fail(failureOf(read, mask, yield* Clock.currentTimeMillis))
    }
    const fails = (reason: RequestFailure["reason"]) =>
      Effect.fail<RequestFailure>({ reason, status, ...requestIdOf(headers, mask) })
    if (bytes.length > bodyLimitBytes) {
      const problem = `the body is larger than ${bodyLimitBytes} bytes`
      return yield* fails(new InvalidResponse({ path: "", problem, excerpt: "" }))
    }
    if (isCut) {
      const description = mask(`the body broke off: ${aborted.message}`)
      return yield* fails(new Transport({ description, requestSent: true }))
    }
    return yield* Effect.fromResult(decode({ headers, status, text: yield* whole }))
  })

interface WithMetadata {
  readonly metadata: Option.Option<Metadata>
}

/** What a program does to an answer must not happen to the world, as it can't over HTTP. */
const copyMetadata = <A extends WithMetadata>(row: A): A => ({
  ...row,
  metadata: Option.map(row.metadata, storedMetadata)
})

const copyParticipants = <A extends { readonly participants: ReadonlyArray<WithMetadata> }>(answer: A): A => ({
  ...answer,
  participants: answer.participants.map(copyMetadata)
})

export const makeMemoryDoor = (world: World["Service"], apiKey: Redacted.Redacted<string>): Operations => {
  const known = world.operations(apiKey)
  const mask = makeMask(apiKey)
  const { roundTrip, travel } = makeRoundTrip()

  const through = <Name extends OperationName>(
    operation: Name,
    work: (input: Request<Name>) => Effect.Effect<Success<Name>, Refusal>
  ): OperationFunction<Name> => {
    type I = Request<Name>
    type A = Success<Name>
    const { status: success, success: schema } = operations[operation]
    const decode = responseDecoder<A>(schema, mask)
    const encode = Schema.encodeUnknownEffect(schema)

    const refusal = (quirks: Quirks, { evidence, message, problem, serverMessage }: Refusal) =>
      errorAnswer(quirks, evidence.status ?? 500, serverMessage ?? problem ?? message)

    const answerOf = (quirks: Quirks, work: Effect.Effect<A, Refusal>): Effect.Effect<RawResponse> => {
      const status = success === 201 ? quirks.createdStatus : success
      return Effect.matchEffect(work, {
        onFailure: (error) => Effect.succeed(refusal(quirks, error)),
        onSuccess: (value) =>
          Effect.match(encode(value), {
            onFailure: () => errorAnswer(quirks, 500, "the service failed"),
            onSuccess: (body) => ({ status, headers: {}, text: JSON.stringify(writeBody(quirks, operation, body)) })
          })
      })
    }

    /** The work, and what becomes of its answer. */
    const under = (
      met: Met,
      quirks: Quirks,
      requestId: string | undefined,
      input: I
    ): Effect.Effect<A, RequestFailure> => {
      const { delayMillis, ending } = met
      const done = work(input).pipe(Effect.provideService(CurrentFault, met.name))
      const arrives = (answer: RawResponse) =>
        Effect.delay(receive(decode, withRequestId(quirks, answer, requestId), ending, mask), delayMillis)
      const breaks = (connection: BrokenConnection) => Effect.delay(Effect.fail(broken(connection, mask)), delayMillis)
      switch (ending?._tag) {
        case "Refuse":
          return breaks(refused)
        case "Reset":
          // mutant: `ending.when === "beforeWork" ? breaks(reset)` -> `ending.when !== "never" ? breaks(reset)`
          return ending.when === "beforeWork" ? breaks(reset) : Effect.andThen(Effect.exit(done), breaks(reset))
        case "Respond": {
          const answer = Effect.map(world.now, (at) => faultAnswer(quirks, ending, at))
          const worked = ending.when === "afterWork" ? Effect.andThen(Effect.exit(done), answer) : answer
          return Effect.flatMap(worked, arrives)
        }
        case undefined:
        case "Stall":
        case "Cut":
        case "Drip":
          return Effect.flatMap(answerOf(quirks, done), arrives)
      }
    }

    const failWith = (failure: RequestFailure, startMillis: number, input: I) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { requestId, status } = failure
        const evidence = makeEvidence(operation, {
          attempts: [attemptOf(failure, 0)],
          elapsedMillis: now - startMillis,
          ...(status === undefined ? {} : { status }),
          // mutant: remove `...(requestId === undefined ? {} : { requestId })`
          ...(requestId === undefined ? {} : { requestId })
        })
        return Effect.fail(errorOf(operation, { ...failure, evidence }, input))
      })

    return (input) =>
      Effect.gen(function* () {
        const startMillis = yield* Clock.currentTimeMillis
        const met = yield* world.meet(apiKey, operation, () => input)
        const quirks = yield* world.quirks
        const requestId = yield* world.nextRequestId
        const attempt =
          met === undefined
            ? Effect.catch(work(input), (error) =>
                Effect.suspend(() =>
                  Effect.fail(failureOf(withRequestId(quirks, refusal(quirks, error), requestId), mask, startMillis))
                )
              )
            : // The limit runs before the request arrives, as it does over HTTP.
              Effect.timeoutOrElse(Effect.andThen(travel, under(met, quirks, requestId, input)), {
                duration: attemptLimitMillis,
                orElse: () => Effect.fail(timedOut)
              })
        return yield* Effect.catch(attempt, (failure) => failWith(failure, startMillis, input))
      }).pipe(roundTrip)
  }

  const createRoom = through("createRoom", known.createRoom)
  return {
    createRoom: ({ metadata, ...request }) =>
      Effect.suspend(() =>
        createRoom(metadata === undefined ? request : { ...request, metadata: storedMetadata(metadata) })
      ),
    listRooms: through("listRooms", (request) =>
      Effect.map(known.listRooms(request), (page) => ({ ...page, rooms: page.rooms.map(copyMetadata) }))
    ),
    roomDetails: through("roomDetails", (request) => Effect.map(known.roomDetails(request), copyMetadata)),
    roomMetadata: through("roomMetadata", (request) => Effect.map(known.roomMetadata(request), copyMetadata)),
    listSessions: through("listSessions", known.listSessions),
    sessionParticipants: through("sessionParticipants", (request) =>
      Effect.map(known.sessionParticipants(request), copyParticipants)
    ),
    liveParticipants: through("liveParticipants", (request) =>
      Effect.map(known.liveParticipants(request), copyParticipants)
    ),
    listRecordings: through("listRecordings", (request) =>
      Effect.map(known.listRecordings(request), (page) => ({
        ...page,
        recordings: page.recordings.map((recording) => ({ ...recording }))
      }))
    ),
    metrics: through("metrics", known.metrics)
  }
}
