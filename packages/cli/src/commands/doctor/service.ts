/**
 * Checks whether the service accepts the API key, whether its clock agrees, and how fast it responds.
 *
 * @module
 */
import { Backend } from "@effect-rooms/core/Backend"
import * as RoomsHttp from "@effect-rooms/http-client/RoomsHttp"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "../../connection/settings.ts"
import { Transport } from "../../connection/Transport.ts"
import { type CheckRunner, type Finding, ok, skipped, warn } from "./Check.ts"
import { checkedOperations, checkOperations, failedWith } from "./operations.ts"

export const checkNames: ReadonlyArray<string> = ["authentication", "clock", ...checkedOperations]

/** The options of a client that sends each request once. */
export interface ServiceInput {
  readonly settings: Settings
  readonly allowInsecure: boolean
  readonly timeout: Duration.Duration
  readonly verbose: boolean
}

/** The clocks of the service and of this machine when a response arrived. */
interface Times {
  readonly service: number
  readonly here: number
}

const maxSkewMillis = 30_000

const compareClocks = (times: Times | undefined): Finding => {
  if (times === undefined) return skipped("the service doesn't send its time")
  const apart = times.service - times.here
  const text = Duration.format(Duration.seconds(Math.round(Math.abs(apart) / 1000)))
  return Math.abs(apart) > maxSkewMillis
    ? warn(
        `the clock of this machine is ${text} ${apart > 0 ? "behind" : "ahead of"} the service`,
        "set the clock of this machine: certificates and expiring URLs depend on it"
      )
    : ok("the clocks agree to within a few seconds")
}

/** Calls `note` with the time in each response. */
const noteTimes = (client: HttpClient.HttpClient, note: (times: Times) => void): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, (effect) =>
    Effect.tap(effect, ({ headers }) =>
      Effect.map(Clock.currentTimeMillis, (here) => {
        const date = Option.flatMap(Option.fromUndefinedOr(headers.date), DateTime.make)
        if (Option.isSome(date)) note({ service: DateTime.toEpochMillis(date.value), here })
      })
    )
  )

/** Runs the checks that send requests to the service. */
export const checkService = Effect.fnUntraced(function* (
  { allowInsecure, settings, timeout, verbose }: ServiceInput,
  runner: CheckRunner
) {
  const { check, skip } = runner
  let times: Times | undefined
  const transport = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) => noteTimes(client, (noted) => (times = noted)))
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
      Effect.match(backend.metrics({}), {
        onFailure: failedWith,
        onSuccess: () => ok("the service accepts the API key")
      })
    )
    yield* check(
      "clock",
      Effect.sync(() => compareClocks(times))
    )
    if (isAccepted) yield* checkOperations(backend, runner)
    else yield* skip(checkedOperations, "the first request failed")
  }).pipe(Effect.provide(layer))
})
