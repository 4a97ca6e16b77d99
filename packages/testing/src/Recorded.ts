/**
 * Records the responses of a real service to a file without secrets or personal data, and replays them.
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
  /** The path of the file, for the `FileSystem` in the context. */
  readonly file: string
}

/**
 * Additional redaction. Both functions receive data to which the default redaction has been applied, and never see credentials.
 *
 * Pass `request` to `layerReplay` too: there it receives the program's requests, so that they're compared with the recorded ones in
 * the same form. Use it to remove values that differ each time.
 */
export interface Redact {
  /** Returns the request to write, without anything else that must stay out of the file. */
  readonly request?: (request: RecordedRequest) => RecordedRequest
  /** Returns the response to write, without anything else that must stay out of the file. */
  readonly answer?: (answer: RecordedAnswer, request: RecordedRequest) => RecordedAnswer
}

export interface RecordOptions extends RecordingFile {
  /** Replaces an existing file. Default: `false`, which fails and leaves the file alone. */
  readonly overwrite?: boolean
  /** Metadata fields, at any depth, whose values are written unchanged, such as `roomType`. Default: none. */
  readonly keep?: ReadonlyArray<string>
  /** Whether ids of rooms, sessions and recordings are redacted too. Default: `false`. */
  readonly redactIds?: boolean
  readonly redact?: Redact
}

export interface ReplayOptions extends RecordingFile {
  readonly redact?: Pick<Redact, "request">
  /** Also replays responses that no longer fit the contract, and logs a warning instead of failing. Default: `false`. */
  readonly allowDrift?: boolean
}

const unchanged = <A>(value: A): A => value

/**
 * Wraps the `HttpClient` in the context, and writes every exchange to a new file as it completes: responses, transport failures,
 * and requests that the client gave up. Bodies reach the client as they arrive.
 *
 * Never written: the API key, in any encoding and wherever it is echoed (a key that is an ordinary word is masked inside other
 * words too), other credentials and cookies, all headers except `content-type`, `retry-after` and request ids, bodies that aren't
 * JSON, the host, and everything in a URL except its origin and its number of segments.
 *
 * Redacted, with the same pseudonym for a value throughout the file: peer ids, all text and numbers in metadata (a number can be a
 * phone number or a year of birth), and all text in fields that the contract doesn't define. A pseudonym is a counter, and reveals
 * nothing about its value. Kept: property names, ids unless `redactIds` is set, times, numbers outside metadata, `idempotencyKey`
 * (keep personal data out of it), and the `message` of the service, unless it contains a value that has already been redacted.
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
 * Provides an `HttpClient` that replays a recording, without a network.
 *
 * A request gets the response of the first recorded request that matches it and hasn't been replayed yet. Two requests match if
 * they have the same method, path, query (in any order) and body, apart from redacted values, which must be renamed consistently: a
 * pseudonym stands for one value throughout, and later responses contain that value instead. So a program finds the title that it
 * gave a room, although the file doesn't contain it. The host, the base path and the headers don't matter.
 *
 * A request that wasn't recorded, or whose responses have all been replayed, fails with a `TransportError` that has `NotRecorded`
 * as its cause. A client of `@effect-rooms/http-client` doesn't send such a request again. A request that the client gave up during
 * the recording doesn't get a response in the replay either.
 *
 * Fails with `RecordedError` if the file can't be read, and with `ContractDrift` if a response no longer fits the contract.
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
 * Returns the recorded exchanges that no longer fit the contract, in the order of their requests: responses that don't match the
 * schema of their operation, statuses that the operation doesn't define, and requests that don't belong to any operation.
 */
export const check = ({
  file
}: RecordingFile): Effect.Effect<ReadonlyArray<Drift>, RecordedError, FileSystem.FileSystem> =>
  Effect.map(readRecording(file), driftsOf)
