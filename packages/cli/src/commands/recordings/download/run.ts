/**
 * Runs `rooms recordings download`.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import type { Recording } from "@effect-rooms/core/Recording"
import { Recordings } from "@effect-rooms/core/Recordings"
import { isLoopback } from "@effect-rooms/http-client/unstable"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { layerServices } from "../../../connection/services.ts"
import { configurationOf } from "../../../connection/settings.ts"
import { Transport } from "../../../connection/Transport.ts"
import { CommandExit } from "../../../failure/CommandExit.ts"
import { DownloadFailed } from "../../../failure/DownloadFailed.ts"
import { isBrokenPipe, isJsonFormat, report } from "../../../failure/report.ts"
import { note } from "../../../output/streams.ts"
import { aboveRegion, isWanted } from "../../../terminal/progress.ts"
import * as Screen from "../../../terminal/Screen.ts"
import * as DownloadBars from "./DownloadBars.ts"
import { download, type Meter, predict } from "./download.ts"
import * as FileHost from "./FileHost.ts"
import type { Downloaded, DownloadInput } from "./flags.ts"
import { openFolder, predictFolder } from "./folder.ts"
import { rowPrinter } from "./rowPrinter.ts"
import * as Tally from "./Tally.ts"

/** How long a host may send nothing, unless `--timeout` is given. */
const patience = Duration.seconds(30)

/** Returns the selected recordings as they are listed; `missing` has the ids that the list hasn't shown yet. */
const wanted = Effect.fnUntraced(function* ({ ids, sessionId }: DownloadInput) {
  const recordings = yield* Recordings
  const missing = new Set(ids)
  const all = recordings.stream(Option.match(sessionId, { onNone: () => ({}), onSome: (sessionId) => ({ sessionId }) }))
  const listed =
    missing.size === 0
      ? all
      : all.pipe(
          Stream.filter(({ id }) => missing.delete(id)),
          Stream.takeUntil(() => missing.size === 0)
        )
  return { listed, missing }
})

const notListed = (id: string, { sessionId }: DownloadInput) =>
  new DownloadFailed({
    recordingId: id,
    reason: "NotListed",
    problem: Option.match(sessionId, {
      onNone: () => "the service doesn't list it",
      onSome: (sessionId) => `session ${JSON.stringify(sessionId)} doesn't have it`
    })
  })

type Each = (recording: Recording) => Effect.Effect<Downloaded, DownloadFailed, FileSystem.FileSystem>

/** Downloads the recordings, several at a time, and reports each. A failure doesn't stop the others. */
const downloadAll = Effect.fnUntraced(function* (input: DownloadInput, tally: Tally.Tally, each: Each) {
  const { listed, missing } = yield* wanted(input)
  const rows = yield* rowPrinter(input)

  const reportFailure = (error: DownloadFailed, index: number) =>
    report(Cause.fail(error), input).pipe(
      Effect.catchTag("CommandExit", ({ exitCode }) => Effect.sync(() => Tally.addFailure(tally, index, exitCode)))
    )

  const downloadOne = Effect.fnUntraced(function* (recording: Recording, index: number) {
    tally.open++
    const result = yield* Effect.result(each(recording))
    tally.open--
    if (Result.isFailure(result)) return yield* reportFailure(result.failure, index)
    Tally.add(tally, result.success, recording)
    yield* rows.print(result.success)
  })

  let brokeOff: Option.Option<Stream.Error<typeof listed>> = Option.none()
  yield* listed.pipe(
    // Recordings that were listed before the failure are downloaded anyway.
    Stream.catch((error) => {
      brokeOff = Option.some(error)
      return Stream.empty
    }),
    Stream.mapEffect(downloadOne, { concurrency: input.concurrency, unordered: true }),
    Stream.runDrain
  )
  if (Option.isNone(brokeOff)) {
    yield* Effect.forEach(missing, (id) => reportFailure(notListed(id, input), Number.MAX_SAFE_INTEGER), {
      discard: true
    })
  }
  // As everywhere, a list that can't be read prints nothing.
  if (Option.isNone(brokeOff) || !Tally.isEmpty(tally)) {
    yield* Effect.catchIf(rows.end, isBrokenPipe, () => Effect.void)
  }
  if (Option.isSome(brokeOff)) return yield* Effect.fail(brokeOff.value)
})

/** Shows progress bars on a terminal while it runs. */
const withBars = <A, E, R>(
  input: DownloadInput,
  summary: () => string,
  use: (open: DownloadBars.DownloadBars["open"]) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Stdio.Stdio> =>
  Effect.scoped(
    Effect.gen(function* () {
      const unseen: Meter = { at: () => {}, waits: () => {} }
      if (input.dryRun || !(yield* isWanted(input))) return yield* use(() => Effect.succeed(unseen))
      const screen = yield* Screen.make("stderr")
      const bars = yield* DownloadBars.make(screen, summary)
      const { flush, stdio } = aboveRegion(yield* Stdio.Stdio, screen)
      return yield* use(bars.open).pipe(
        Effect.provideService(Stdio.Stdio, stdio),
        Effect.ensuring(Effect.andThen(screen.clear, flush))
      )
    })
  )

/** Returns whether the service runs on this machine. The fake has no files. */
const isServiceHere = Effect.fnUntraced(function* (input: DownloadInput) {
  if (input.fake) return false
  const { baseUrl } = yield* configurationOf(input)
  return Option.exists(baseUrl, ({ value }) => isLoopback(URL.parse(value)?.hostname ?? ""))
})

export const run = Effect.fnUntraced(
  function* (input: DownloadInput) {
    const { allowInsecure, dryRun, timeout, to } = input
    const folder = yield* dryRun ? predictFolder(to) : openFolder(to)
    const rules = { allowInsecure, allowLoopback: yield* isServiceHere(input) }
    const host = FileHost.make(yield* HttpClient.HttpClient, {
      rules,
      patience: Option.getOrElse(timeout, () => patience)
    })
    const options = { folder, host, rules }
    const clock = yield* Clock.Clock
    const start = clock.currentTimeMillisUnsafe()
    const tally = Tally.make()
    const summary = (ofOpen: "in progress" | "not finished") =>
      Tally.summary(tally, clock.currentTimeMillisUnsafe() - start, ofOpen)

    const all = withBars(
      input,
      () => summary("in progress"),
      (open) =>
        downloadAll(input, tally, (recording) =>
          dryRun
            ? predict(recording, options)
            : Effect.scoped(Effect.flatMap(open(recording.id), (meter) => download(recording, options, meter)))
        )
    )
    // Also if it is interrupted, or if the list can't be read to its end.
    yield* Effect.onExit(all, (exit) => {
      const isFailure = tally.failed > 0 || (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause))
      // Only JSON goes to stderr next to JSON errors, and "no recordings" would be wrong for a list that wasn't read.
      const isMisread = isFailure && (isJsonFormat(Option.getOrUndefined(input.format)) || Tally.isEmpty(tally))
      return isMisread ? Effect.void : Effect.ignore(note(summary("not finished")))
    })
    const remark = Tally.remark(tally)
    if (remark !== undefined) yield* note(remark)
    if (tally.exitCode !== undefined) return yield* new CommandExit({ exitCode: tally.exitCode.code })
  },
  (effect, input) =>
    Effect.flatMap(Transport, (transport) =>
      Effect.provide(effect, [layerServices(input), NodeFileSystem.layer, transport])
    )
)
