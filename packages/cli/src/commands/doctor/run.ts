/**
 * Runs `rooms doctor`.
 */
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Redacted from "effect/Redacted"
import type * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { Secrets } from "../../connection/Secrets.ts"
import { ofEnvironment } from "../../connection/settings.ts"
import { CommandExit } from "../../failure/CommandExit.ts"
import { printList } from "../../output/print.ts"
import type { ListView } from "../../output/View.ts"
import type { Color } from "../../terminal/colors.ts"
import { type Check, type CheckRunner, makeCheckRunner } from "./Check.ts"
import { checkConfigurationSources } from "./configuration.ts"
import { checkFields, type DoctorInput } from "./flags.ts"
import * as network from "./network.ts"
import * as service from "./service.ts"

/** The deadline of one response. It is long enough to measure a slow one. */
const patience = Duration.seconds(10)

const names: ReadonlyArray<string> = [...network.checkNames, ...service.checkNames]

const widest = Math.max(...names.map(({ length }) => length))

const colors: Record<Check["status"], Color> = { ok: "green", warn: "yellow", fail: "red", skipped: "dim" }

const view: ListView<Check> = {
  key: "checks",
  // People read a report, even in the log of a build.
  inPipes: "table",
  encode: (check) => check,
  fields: checkFields,
  // Each row is written before the next check runs, so the widths are fixed.
  columns: [
    { header: "CHECK", cell: ({ check }) => check.padEnd(widest) },
    {
      header: "STATUS",
      cell: ({ status }) => status.padEnd("skipped".length),
      color: ({ status }) => colors[status]
    },
    {
      header: "TIME",
      cell: ({ millis, status }) => (status === "skipped" ? "" : `${millis}ms`).padStart("10000ms".length)
    },
    {
      header: "FINDING",
      cell: ({ advice, finding }) => (advice === undefined ? finding : `${finding}; ${advice}`),
      wraps: true
    }
  ]
}

const runChecks = Effect.fnUntraced(function* (input: DoctorInput, runner: CheckRunner) {
  if (input.fake) return yield* runner.skip(["configuration"], "--fake needs no configuration")
  const options = yield* checkConfigurationSources(input, runner)
  if (Option.isNone(options)) return yield* runner.skip(names, "there is no valid configuration")
  const isReached = yield* network.checkNetwork(options.value.baseUrl, runner)
  if (!isReached) return yield* runner.skip(service.checkNames, "the service can't be reached")
  const { allowInsecure, timeout, verbose } = input
  yield* service.checkService(
    { settings: options.value, allowInsecure, verbose, timeout: Option.getOrElse(timeout, () => patience) },
    runner
  )
})

export const run = Effect.fnUntraced(function* (input: DoctorInput) {
  const { apiKey } = yield* ofEnvironment
  const secrets: ReadonlyArray<Redacted.Redacted<string>> = [...Option.toArray(apiKey), ...Option.toArray(input.apiKey)]
  let exitCode = () => 0
  const { mask } = yield* Secrets
  const checks = Stream.callback<Check, InvalidConfiguration, Stdio.Stdio | Secrets>((queue) => {
    const runner = makeCheckRunner(
      (check) => Queue.offer(queue, check),
      (text) => mask(text, secrets)
    )
    exitCode = runner.exitCode
    return Effect.andThen(runChecks(input, runner), Queue.end(queue))
  })
  yield* printList(checks, input, view)
  if (exitCode() !== 0) return yield* new CommandExit({ exitCode: exitCode() })
})
