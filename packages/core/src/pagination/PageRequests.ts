/**
 * The requests of a walk: bounded in number, and refused if they answer something else.
 */
import * as Effect from "effect/Effect"
import { evidenceFor } from "../operations/evidence.ts"
import { NoProgress, PaginationError, type PaginationErrorReason } from "../PaginationError.ts"
import type { WalkState } from "./WalkState.ts"

/** After this many requests in a row that brought no new row, the walk fails. */
export const mostRequestsWithoutRow = 1_000

export class PageRequests<Answer, Row, Position, E> {
  readonly #state: WalkState<Answer, Row, Position, E>

  constructor(state: WalkState<Answer, Row, Position, E>) {
    this.#state = state
  }

  fail(reason: PaginationErrorReason): Effect.Effect<never, PaginationError> {
    const { emitted, list } = this.#state
    return Effect.fail(new PaginationError({ reason, emitted, evidence: evidenceFor(list.operation, 200) }))
  }

  /** Requests a page, and fails if the service answers another one. */
  page(position: Position | undefined): Effect.Effect<Answer, E | PaginationError> {
    const { list } = this.#state
    return Effect.flatMap(this.#bounded(list.request(position)), (answer) => {
      const reason = list.reject(position, answer)
      return reason === undefined ? Effect.succeed(answer) : this.fail(reason)
    })
  }

  /** Requests the head of the list. */
  get head(): Effect.Effect<Answer, E | PaginationError> {
    return this.#bounded(this.#state.list.head)
  }

  /** Requests a page near the tail. Another page isn't a failure here: it only tells nothing. */
  tail(position: Position | undefined): Effect.Effect<Answer, E | PaginationError> {
    return this.#bounded(this.#state.list.request(position))
  }

  #bounded(request: Effect.Effect<Answer, E>): Effect.Effect<Answer, E | PaginationError> {
    return Effect.suspend(
      (): Effect.Effect<Answer, E | PaginationError> =>
        this.#state.noteRequest() > mostRequestsWithoutRow
          ? this.fail(new NoProgress({ requests: mostRequestsWithoutRow }))
          : request
    )
  }
}
