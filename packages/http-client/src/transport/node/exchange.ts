/**
 * An exchange on undici's dispatcher, without the stream, the signal and the promise that its `request` makes of it.
 */

import { Buffer } from "node:buffer"
import type { RawResponse } from "@effect-rooms/core/unstable"
import type { Dispatcher } from "undici"
import type { Exchange } from "../exchange.ts"
import { exchangeFrom, type UnderWay } from "../exchangeFrom.ts"
import { Gathering, type Listener } from "../ResponseCollector.ts"
import { isTooLarge, type Unpack, unpackOf } from "./unpack.ts"

const givenUp = new Error("the request was given up")

// Like `TextDecoder`, and faster.
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString("utf8")
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]

const isSingleValued = (headers: Headers): headers is Record<string, string | undefined> => {
  for (const name in headers) if (Array.isArray(headers[name])) return false
  return true
}

/** Fields that came more than once, as one line each. */
const singleValued = (headers: Headers): RawResponse["headers"] =>
  isSingleValued(headers)
    ? headers
    : Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value])
      )

/** What undici calls while a request is answered. */
class Handler implements Dispatcher.DispatchHandler, UnderWay {
  readonly gathering: Gathering
  /** Most bodies come in one piece. */
  #first: Buffer | undefined
  #more: Array<Buffer> | undefined
  #controller: Dispatcher.DispatchController | undefined
  #unpack: Unpack | undefined

  constructor(bodyBytes: number, listener: Listener) {
    this.gathering = new Gathering(bodyBytes, listener, () => this.#controller?.abort(givenUp))
  }

  /** A request gets its connection before anything of it is sent. */
  get isStarted(): boolean {
    return this.#controller !== undefined
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It was given up while it waited for a connection.
    if (this.gathering.isOver) controller.abort(givenUp)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, received: Headers): void {
    if (status < 200) return
    const headers = singleValued(received)
    this.#unpack = unpackOf(headers["content-encoding"])
    this.gathering.begin({ status, headers })
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.gathering.take(chunk.length, this.#unpack !== undefined)) return
    if (this.#first === undefined) this.#first = chunk
    else if (this.#more === undefined) this.#more = [chunk]
    else this.#more.push(chunk)
  }

  get #bytes(): Buffer {
    const first = this.#first ?? Buffer.alloc(0)
    return this.#more === undefined ? first : Buffer.concat([first, ...this.#more])
  }

  onResponseEnd(): void {
    const { gathering } = this
    const bytes = this.#bytes
    if (this.#unpack === undefined || bytes.length === 0) gathering.end(textOf(bytes))
    else {
      this.#unpack(bytes, { maxOutputLength: gathering.limit }, (error, unpacked) => {
        if (error === null) gathering.end(textOf(unpacked))
        else if (isTooLarge(error)) gathering.stopReading()
        else gathering.fail(error, false)
      })
    }
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.gathering.fail(cause, !this.isStarted)
  }
}

/** Where the path of an absolute URL begins. */
const pathIndex = (url: string) => url.indexOf("/", url.indexOf("//") + 2)

/** The exchange over the connections of a dispatcher. */
export const makeExchange = (dispatcher: Dispatcher): Exchange =>
  exchangeFrom(({ body, headers, method, url }, bodyBytes, listener) => {
    const handler = new Handler(bodyBytes, listener)
    const path = pathIndex(url)
    const options = {
      origin: url.slice(0, path),
      path: url.slice(path),
      method,
      headers,
      body: body ?? null,
      // The limits of time are not undici's.
      headersTimeout: 0,
      bodyTimeout: 0
    }
    dispatcher.dispatch(options, handler)
    return handler
  })
