/**
 * Whether the service accepts the key, what time it has, and how fast it answers each operation that changes nothing.
 *
 * @module
 */
import { Backend, type Operations } from "@effect-rooms/core/Backend"
import type { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { Session } from "@effect-rooms/core/Session"
import * as RoomsHttp from "@effect-rooms/http-client/RoomsHttp"
import * as Array from "effect/Array"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Result from "effect/Result"
import type { Settings } from "../../connection/settings.ts"
import { Transport } from "../../connection/Transport.ts"
import type { CommandError } from "../../failure/CommandError.ts"
import { exitCodeOf } from "../../failure/exitCodeOf.ts"
import { hintOf } from "../../failure/hints.ts"
import { type Examination, type Finding, fail, ok, skipped, warn } from "./Check.ts"

const ofAnyRoom = ["listRooms", "metrics", "listRecordings"] as const
const ofRoom = ["roomDetails", "roomMetadata", "liveParticipants", "listSessions"] as const

export const checkNames = ["authentication", "clock", ...ofAnyRoom, ...ofRoom, "sessionParticipants"] as const

/** What a client is made from, for requests that are sent once. */
export interface ServiceInput {
  readonly settings: Settings
  readonly allowInsecure: boolean
  readonly timeout: Duration.Duration
  readonly verbose: boolean
}

/** The clock of the service and that of this machine, when an answer came. */
interface Times {
  readonly service: number
  readonly here: number
}

const slow = 2_000
const skew = 30_000

const failed = (error: CommandError): Finding => fail(exitCodeOf(error), error.message, hintOf(error, {}))

const timed = <A, E>(operation: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const result = yield* Effect.result(operation)
    return { result, millis: (yield* Clock.currentTimeMillis) - start }
  })

const answered = (finding: string, millis: number): Finding =>
  millis > slow
    ? warn(`${finding}; slow`, "run it again: is it always as slow, and from other networks too?")
    : ok(finding)

const ofClocks = (times: Times | undefined): Finding => {
  if (times === undefined) return skipped("the service does not say what time it has")
  const apart = times.service - times.here
  const text = Duration.format(Duration.seconds(Math.round(Math.abs(apart) / 1000)))
  return Math.abs(apart) > skew
    ? warn(
        `this machine is ${text} ${apart > 0 ? "behind" : "ahead of"} the service`,
        "set the clock of this machine: certificates and URLs that expire depend on it"
      )
    : ok("clocks agree to within a few seconds")
}

/** Notes what time the service says it has. */
const noting = (client: HttpClient.HttpClient, note: (times: Times) => void): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, (effect) =>
    Effect.tap(effect, ({ headers }) =>
      Effect.map(Clock.currentTimeMillis, (here) => {
        const date = Option.flatMap(Option.fromUndefinedOr(headers.date), DateTime.make)
        if (Option.isSome(date)) note({ service: DateTime.toEpochMillis(date.value), here })
      })
    )
  )

const byStart = Order.mapInput(DateTime.Order, ({ startTime }: Session) => startTime)

const examineOperations = Effect.fnUntraced(function* (backend: Operations, { check, skip }: Examination) {
  const look = <A, E extends CommandError>(
    name: string,
    operation: Effect.Effect<A, E>,
    say: (answer: A) => string,
    expected: (error: E) => string | undefined = () => undefined
  ): Effect.Effect<A | undefined> => {
    let answer: A | undefined
    return check(
      name,
      Effect.map(timed(operation), ({ millis, result }) => {
        if (Result.isFailure(result)) {
          const fine = expected(result.failure)
          return fine === undefined ? failed(result.failure) : answered(fine, millis)
        }
        answer = result.success
        return answered(say(answer), millis)
      })
    ).pipe(Effect.map(() => answer))
  }
  const rooms = yield* look(
    "listRooms",
    backend.listRooms({}),
    ({ count, rooms }) =>
      `${rooms.length} rooms on the first page${Option.match(count, { onNone: () => "", onSome: (count) => `, of ${count}` })}`
  )
  yield* look("metrics", backend.metrics({}), ({ totalSessions }) => `${totalSessions} sessions`)
  yield* look(
    "listRecordings",
    backend.listRecordings({}),
    ({ recordings }) => `${recordings.length} recordings on the first page`
  )

  const roomId: RoomId | undefined = rooms?.rooms[0]?.roomId
  if (roomId === undefined) return yield* skip([...ofRoom, "sessionParticipants"], "there is no room to ask for")
  yield* look("roomDetails", backend.roomDetails({ roomId }), () => `room ${roomId}`)
  yield* look("roomMetadata", backend.roomMetadata({ roomId }), () => `room ${roomId}`)
  yield* look(
    "liveParticipants",
    backend.liveParticipants({ roomId }),
    ({ participants }) => `${participants.length} in room ${roomId}`,
    ({ _tag }) => (_tag === "NoLiveSession" ? `nobody is in room ${roomId}` : undefined)
  )
  const sessions = yield* look(
    "listSessions",
    backend.listSessions({ roomId }),
    ({ sessions }) => `${sessions.length} sessions on the first page of room ${roomId}`,
    // A service may say so of a room in which nobody has met.
    ({ _tag }) => (_tag === "RoomNotFound" ? `room ${roomId} has had no session` : undefined)
  )
  const all = sessions?.sessions ?? []
  const sessionId: SessionId | undefined = Array.isReadonlyArrayNonEmpty(all)
    ? Array.max(all, byStart).sessionId
    : undefined
  if (sessionId === undefined) return yield* skip(["sessionParticipants"], "there is no session to ask for")
  yield* look(
    "sessionParticipants",
    backend.sessionParticipants({ sessionId }),
    ({ participants }) => `${participants.length} in session ${sessionId}`
  )
})

/** Asks the service. */
export const examineService = Effect.fnUntraced(function* (
  { allowInsecure, settings, timeout, verbose }: ServiceInput,
  examination: Examination
) {
  const { check, skip } = examination
  let times: Times | undefined
  const transport = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) => noting(client, (noted) => (times = noted)))
  ).pipe(Layer.provide(yield* Transport))
  const over = (transport: Layer.Layer<HttpClient.HttpClient>) =>
    Layer.provide(RoomsHttp.layer({ ...settings, allowInsecure, retry: false, timeout }), transport)
  const layer = verbose
    ? (yield* Effect.promise(() => import("../../connection/verbose.ts"))).layerVerbose(
        over,
        transport,
        settings.apiKey
      )
    : over(transport)

  yield* Effect.gen(function* () {
    const backend = yield* Backend
    const isAccepted = yield* check(
      "authentication",
      Effect.match(backend.metrics({}), { onFailure: failed, onSuccess: () => ok("the service accepts the API key") })
    )
    yield* check(
      "clock",
      Effect.sync(() => ofClocks(times))
    )
    if (isAccepted) yield* examineOperations(backend, examination)
    else yield* skip(checkNames.slice(2), "the first request has failed")
  }).pipe(Effect.provide(layer))
})
