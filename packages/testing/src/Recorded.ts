/**
 * Records what a real service answers to a file that holds no secrets and no personal data, and answers from that file.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { driftsOf } from "./recorded/drift.ts"
import { ContractDrift, type Drift, type RecordedError } from "./recorded/errors.ts"
import type { RecordedAnswer, RecordedRequest } from "./recorded/exchange.ts"
import { makeRecorder } from "./recorded/recorder.ts"
import { readRecording } from "./recorded/recordingFile.ts"
import { makeReplayer } from "./recorded/replayer.ts"

export { ContractDrift, Drift, Nearest, NotRecorded, RecordedError } from "./recorded/errors.ts"
export { Exchange, RecordedAnswer, RecordedBody, RecordedRequest } from "./recorded/exchange.ts"

/** The location of a recording. */
export interface RecordingFile {
  /** The path of the file, as the `FileSystem` of the context takes it. */
  readonly file: string
}

/**
 * More to be redacted than what always is. Both functions get what was redacted already; neither sees credentials.
 *
 * `request` has to be given to `layerReplay` too: there it gets the program's requests, so that they are compared with the
 * recorded ones in the same form. It is the place to leave out what is different each time.
 */
export interface Redact {
  /** A request without what else is not to be written. */
  readonly request?: (request: RecordedRequest) => RecordedRequest
  /** An answer without what else is not to be written. */
  readonly answer?: (answer: RecordedAnswer, request: RecordedRequest) => RecordedAnswer
}

export interface RecordOptions extends RecordingFile {
  /** Replaces a file that exists. Default: `false`, which fails and leaves it alone. */
  readonly overwrite?: boolean
  /** Fields of metadata, at any depth, whose values are written as they are, such as `roomType`. Default: none. */
  readonly keep?: ReadonlyArray<string>
  /** Whether ids of rooms, sessions and recordings are redacted too. Default: `false`. */
  readonly redactIds?: boolean
  readonly redact?: Redact
}

export interface ReplayOptions extends RecordingFile {
  readonly redact?: Pick<Redact, "request">
  /** Answers also with what no longer fits the contract, and logs a warning instead. Default: `false`. */
  readonly allowDrift?: boolean
}

const unchanged = <A>(value: A): A => value

/**
 * Provides the `HttpClient` of the context, and writes every exchange to a new file as it completes: responses, transport failures,
 * and requests that the client gave up. Bodies reach the client as they arrive.
 *
 * Never written: the API key, in whatever spelling and wherever it is echoed (a key that is a word is masked in every other word
 * too), other credentials and cookies, all headers but `content-type`, `retry-after` and request ids, bodies that are not JSON, the
 * host, and URLs beyond their origin and the number of their segments.
 *
 * Redacted, each value to one pseudonym throughout the file: peer ids, all text and all numbers in metadata (a phone number or a
 * year of birth is a number as often as not), and all text in fields that the contract does not have. A pseudonym is a counter and reveals
 * nothing about its value. Kept: property names, ids unless `redactIds`, times, numbers outside of metadata, `idempotencyKey`,
 * in which there should be nothing personal, and the `message` of the service, unless it speaks of a value that was redacted by then.
 *
 * Fails with `RecordedError` if the file already exists or cannot be written. If writing fails later, the request fails with a
 * `TransportError` that has the `RecordedError` as its cause, and no more requests are sent.
 */
export const layerRecord = (
  options: RecordOptions
): Layer.Layer<HttpClient.HttpClient, RecordedError, HttpClient.HttpClient | FileSystem.FileSystem> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.suspend(() =>
      makeRecorder({
        file: options.file,
        overwrite: options.overwrite ?? false,
        keep: options.keep ?? [],
        redactIds: options.redactIds ?? false,
        request: options.redact?.request ?? unchanged,
        answer: options.redact?.answer ?? unchanged
      })
    )
  )

/**
 * An `HttpClient` that answers from a recording, with no network.
 *
 * A request is answered by the first recorded one that is the same and was not used yet, in the order in which they were sent. The
 * same are two with the same method, path, query in any order, and body, up to a consistent renaming of what was redacted:
 * a pseudonym stands for one value throughout, which later answers then have in its place. So a program finds the title
 * that it gave a room, though the file does not know it. The host, the base path and headers do not matter.
 *
 * A request that was not recorded, or whose answers were all given, fails with a `TransportError` that has `NotRecorded` as its cause.
 * A client of `@effect-rooms/http-client` doesn't send such a request again.
 * A request that the client once gave up gets no answer again.
 *
 * Fails with `RecordedError` where the file cannot be read, and with `ContractDrift` where an answer no longer fits.
 */
export const layerReplay = (
  options: ReplayOptions
): Layer.Layer<HttpClient.HttpClient, RecordedError | ContractDrift, FileSystem.FileSystem> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const { file } = options
      const exchanges = yield* readRecording(file)
      const drifts = driftsOf(exchanges)
      if (drifts.length > 0) {
        const drift = new ContractDrift({ file, drifts })
        if (options.allowDrift !== true) return yield* drift
        yield* Effect.logWarning(drift.message)
      }
      return makeReplayer(file, exchanges, options.redact?.request ?? unchanged)
    })
  )

/**
 * The recorded exchanges that no longer fit the contract, in the order of their requests: answers that the schema of their
 * operation refuses, statuses that it gives no meaning, and requests that belong to no operation.
 */
export const check = ({
  file
}: RecordingFile): Effect.Effect<ReadonlyArray<Drift>, RecordedError, FileSystem.FileSystem> =>
  Effect.map(readRecording(file), driftsOf)
