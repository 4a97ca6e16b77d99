/**
 * Collects the response to one request from undici's callbacks, without the stream, the signal and the promises that undici's
 * `request` creates.
 */
import { Buffer } from "node:buffer"
import { errorBodyBytes, isSuccess, type RawResponse } from "@effect-rooms/core/unstable"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Dispatcher } from "undici"
import type { ExchangeFailure, ExchangeOptions, ResponseHead } from "../Exchange.ts"
import { orEmptyBody } from "../errorBody.ts"
import { isDeclaredLarger } from "../readText.ts"
import { isTooLarge, type Unpack, unpackOf } from "./unpack.ts"

const cancelled = new Error("the request was cancelled")

/** Decodes UTF-8 and drops a byte order mark. This is `TextDecoder`, but faster. */
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString("utf8")
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]

const isSingleValued = (headers: Headers): headers is Record<string, string | undefined> => {
  for (const name in headers) if (Array.isArray(headers[name])) return false
  return true
}

/** Joins the values of each repeated header. */
const singleValued = (headers: Headers): RawResponse["headers"] =>
  isSingleValued(headers)
    ? headers
    : Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value])
      )

/** How the program that waits for a response is resumed. */
export type Resume = (effect: Effect.Effect<RawResponse, ExchangeFailure>) => void

/** The handler that undici calls while it receives a response. */
export class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #resume: Resume
  #controller: Dispatcher.DispatchController | undefined
  #head: ResponseHead | undefined
  /** The body of an error response, which the program waits for separately, with a limit on the time. */
  #errorBody: Deferred.Deferred<string, unknown> | undefined
  #unpack: Unpack | undefined
  #limit = errorBodyBytes
  #bytes = 0
  /** Most bodies arrive in one chunk. */
  readonly #chunks: Array<Buffer> = []
  #isDone = false

  constructor(options: ExchangeOptions, resume: Resume) {
    this.#options = options
    this.#resume = resume
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // undici calls this when the request has its connection, just before it writes to it.
    if (this.#isDone) controller.abort(cancelled)
    else this.#options.onSend()
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, received: Headers): void {
    if (status < 200 || this.#isDone) return
    const headers = singleValued(received)
    const head = { status, headers }
    this.#head = head
    this.#unpack = unpackOf(headers["content-encoding"])
    if (isSuccess(status)) {
      this.#limit = this.#options.maxBodyBytes
    } else {
      const errorBody = Deferred.makeUnsafe<string, unknown>()
      this.#errorBody = errorBody
      const whole = orEmptyBody(head, Deferred.await(errorBody))
      this.#resumeLater(
        Effect.ensuring(
          whole,
          Effect.sync(() => this.cancel())
        )
      )
    }
    if (isDeclaredLarger(headers, this.#limit)) this.#refuseBody(head)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isDone || this.#head === undefined) return
    this.#bytes += chunk.length
    // Compressing what can't be compressed makes it slightly larger.
    const limit = this.#unpack === undefined ? this.#limit : this.#limit * 1.01 + 1_024
    if (this.#bytes > limit) this.#refuseBody(this.#head)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const head = this.#head
    if (head === undefined) return
    const [first = Buffer.alloc(0), ...more] = this.#chunks
    const bytes = more.length === 0 ? first : Buffer.concat(this.#chunks)
    if (this.#unpack === undefined || bytes.length === 0) this.#endWith(head, textOf(bytes))
    else {
      this.#unpack(bytes, { maxOutputLength: this.#limit }, (error, unpacked) => {
        if (error === null) this.#endWith(head, textOf(unpacked))
        else if (isTooLarge(error)) this.#refuseBody(head)
        else this.#failWith({ _tag: "BrokenBody", head, cause: error })
      })
    }
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.#failWith(
      this.#head === undefined
        ? { _tag: "NoResponse", cause, neverSent: this.#controller === undefined }
        : { _tag: "BrokenBody", head: this.#head, cause }
    )
  }

  /** Ends the request at the transport, unless it is over. */
  cancel(): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#controller?.abort(cancelled)
  }

  #refuseBody(head: ResponseHead): void {
    this.#failWith({ _tag: "BodyTooLarge", head })
    this.#controller?.abort(cancelled)
  }

  #endWith({ headers, status }: ResponseHead, text: string): void {
    if (this.#isDone) return
    this.#isDone = true
    if (this.#errorBody === undefined) this.#resumeLater(Effect.succeed({ status, headers, text }))
    else Deferred.doneUnsafe(this.#errorBody, Exit.succeed(text))
  }

  #failWith(failure: ExchangeFailure): void {
    if (this.#isDone) return
    this.#isDone = true
    if (this.#errorBody === undefined) this.#resumeLater(Effect.fail(failure))
    else Deferred.doneUnsafe(this.#errorBody, Exit.fail(failure))
  }

  // undici calls from inside its parser, where the program must not run: it may close the connection.
  #resumeLater(effect: Effect.Effect<RawResponse, ExchangeFailure>): void {
    queueMicrotask(() => this.#resume(effect))
  }
}
