/**
 * What `rooms doctor` does.
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
import { type Check, type Examination, makeExamination } from "./Check.ts"
import { examineConfiguration } from "./configuration.ts"
import { checkFields, type DoctorInput } from "./flags.ts"
import * as network from "./network.ts"
import * as service from "./service.ts"

/** How long one answer may take: long enough to see that it is slow. */
const patience = Duration.seconds(10)

const names: ReadonlyArray<string> = [...network.checkNames, ...service.checkNames]

const widest = Math.max(...names.map(({ length }) => length))

const colors: Record<Check["status"], Color> = { ok: "green", warn: "yellow", fail: "red", skipped: "dim" }

const view: ListView<Check> = {
  key: "checks",
  // A report is read by people, in the log of a build too.
  inPipes: "table",
  encode: (check) => check,
  fields: checkFields,
  // Each row is written before the next one is known.
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

const examine = Effect.fnUntraced(function* (input: DoctorInput, examination: Examination) {
  if (input.fake) return yield* examination.skip(["configuration"], "--fake needs none: there is nothing to check")
  const options = yield* examineConfiguration(input, examination)
  if (Option.isNone(options)) return yield* examination.skip(names, "there is no configuration to use")
  const isReached = yield* network.examineNetwork(options.value.baseUrl, examination)
  if (!isReached) return yield* examination.skip(service.checkNames, "the service is not reached")
  const { allowInsecure, timeout, verbose } = input
  yield* service.examineService(
    { settings: options.value, allowInsecure, verbose, timeout: Option.getOrElse(timeout, () => patience) },
    examination
  )
})

export const run = Effect.fnUntraced(function* (input: DoctorInput) {
  const { apiKey } = yield* ofEnvironment
  const secrets: ReadonlyArray<Redacted.Redacted<string>> = [...Option.toArray(apiKey), ...Option.toArray(input.apiKey)]
  let exitCode = () => 0
  const { mask } = yield* Secrets
  const checks = Stream.callback<Check, InvalidConfiguration, Stdio.Stdio | Secrets>((queue) => {
    const examination = makeExamination(
      (check) => Queue.offer(queue, check),
      (text) => mask(text, secrets)
    )
    exitCode = examination.exitCode
    return Effect.andThen(examine(input, examination), Queue.end(queue))
  })
  yield* printList(checks, input, view)
  if (exitCode() !== 0) return yield* new CommandExit({ exitCode: exitCode() })
})
