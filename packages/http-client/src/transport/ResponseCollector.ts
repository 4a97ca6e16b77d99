/**
 * One request as it is answered: what is known of it, and what its listener is told when it ends.
 */
import { isSuccess, type RawResponse } from "@effect-rooms/core/unstable"
import { type ExchangeFailure, errorBodyLimit, type Head } from "./exchange.ts"

/** Learns, once, how a request ended. */
export interface Listener {
  readonly onAnswer: (answer: RawResponse) => void
  readonly onFailure: (failure: ExchangeFailure) => void
  /** The status is that of an error, and its body is still to come. */
  readonly onErrorBody: () => void
}

export class Gathering {
  readonly #bodyBytes: number
  readonly #listener: Listener
  readonly #cancel: () => void
  #head: Head | undefined
  #bytes = 0
  #isOver = false

  /** `cancel` ends the request at the transport. */
  constructor(bodyBytes: number, listener: Listener, cancel: () => void) {
    this.#bodyBytes = bodyBytes
    this.#listener = listener
    this.#cancel = cancel
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** How large the body may be, in bytes. */
  get limit(): number {
    return this.#head !== undefined && isSuccess(this.#head.status) ? this.#bodyBytes : errorBodyLimit
  }

  /** The head of the answer is there. Whether its body is still wanted. */
  begin(head: Head): boolean {
    this.#head = head
    const { "content-encoding": coding, "content-length": length } = head.headers
    // Of a compressed body, what is unpacked counts.
    if (coding === undefined && Number(length) > this.limit) this.stopReading()
    else if (!isSuccess(head.status)) this.#listener.onErrorBody()
    return !this.#isOver
  }

  /** So many bytes more of the body are there. Whether more of it is wanted. `packed` if they are to be unpacked yet. */
  take(bytes: number, packed = false): boolean {
    this.#bytes += bytes
    // What cannot be compressed grows a little by the attempt.
    const limit = packed ? this.limit * 1.01 + 1_024 : this.limit
    if (this.#bytes > limit) this.stopReading()
    return !this.#isOver
  }

  /** The body is whole. */
  end(text: string): void {
    if (!this.#isOver && this.#head !== undefined) this.#answer(this.#head, text)
  }

  /** The connection broke. `neverSent` where nothing of the request left. */
  fail(cause: unknown, neverSent: boolean): void {
    if (this.#isOver) return
    const head = this.#head
    if (head === undefined) this.#fail({ _tag: "NoAnswer", cause, neverSent })
    else if (isSuccess(head.status)) this.#fail({ _tag: "BrokenBody", head, cause })
    else this.#answer(head, "")
  }

  /** Ends the request with what is known of it. */
  stopReading(): void {
    const head = this.#head
    if (this.#isOver || head === undefined) return
    if (isSuccess(head.status)) this.#fail({ _tag: "BodyTooLarge", head })
    else this.#answer(head, "")
    this.#cancel()
  }

  /** Ends the request, and tells nobody. */
  giveUp(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancel()
  }

  #answer({ headers, status }: Head, text: string): void {
    this.#isOver = true
    this.#listener.onAnswer({ status, headers, text })
  }

  #fail(failure: ExchangeFailure): void {
    this.#isOver = true
    this.#listener.onFailure(failure)
  }
}
