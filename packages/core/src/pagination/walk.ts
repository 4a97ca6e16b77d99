/**
 * Walks over a list, page by page, and emits every row that is in the list from the first request to the last exactly once.
 *
 * `judge.ts` decides whether a page may be emitted, two readers carry the decisions out, `List.ts` describes a list, and
 * `docs/design/pagination.md` explains why the walk keeps its promise.
 */
import * as Array from "effect/Array"
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import type * as Pull from "effect/Pull"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { InvalidRequest } from "../DomainError.ts"
import type { Page, WalkOptions } from "../Page.ts"
import type { PaginationError } from "../PaginationError.ts"
import { EndCheck } from "./EndCheck.ts"
import type { List } from "./List.ts"
import { PageRequests } from "./PageRequests.ts"
import { PrefetchReader } from "./PrefetchReader.ts"
import { SequentialReader } from "./SequentialReader.ts"
import { WalkState } from "./WalkState.ts"

interface Options<Position> extends WalkOptions {
  readonly from?: Position | undefined
  readonly limit?: number | undefined
}

/** Pulls the pages of a list: those that were read ahead if possible, otherwise one in order, and in the end the check. */
const pullPages = <Answer, Row, Position, E>(
  list: List<Answer, Row, Position, E>,
  { concurrency = 1, from, verify = false }: Options<Position>,
  scope: Scope.Scope
): Pull.Pull<Array.NonEmptyReadonlyArray<Page<Row, Position>>, E | PaginationError> => {
  const state = new WalkState(list, { from, verify })
  const requests = new PageRequests(state)
  const sequential = new SequentialReader(state, requests)
  // Boundaries that are verified are read one at a time.
  const prefetch = new PrefetchReader(state, requests, verify ? 1 : concurrency, scope)
  const endCheck = new EndCheck(state, requests)
  const step = (): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> => {
    // mutant: `Effect.map(requests.page(from), (answer)` -> `Effect.map(requests.page(undefined), (answer)`
    if (state.next === undefined) return Effect.map(requests.page(from), (answer) => [state.begin(answer)])
    if (prefetch.isNext) return prefetch.step()
    prefetch.leaveOneInOrder()
    return sequential.step()
  }
  const pull: Pull.Pull<Array.NonEmptyReadonlyArray<Page<Row, Position>>, E | PaginationError> = Effect.suspend(() =>
    state.isAtEnd ? (endCheck.isDone ? Cause.done() : emitted(endCheck.step())) : emitted(step())
  )
  const emitted = (pages: Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError>) =>
    Effect.flatMap(pages, (pages) => (Array.isReadonlyArrayNonEmpty(pages) ? Effect.succeed(pages) : pull))
  return pull
}

/** Streams all pages of a list. Every run of the stream is a new walk, with a new description of the list. */
export const pages = <Answer, Row, Position, E>(
  makeList: () => List<Answer, Row, Position, E>,
  options: Options<Position>
): Stream.Stream<Page<Row, Position>, E | PaginationError | InvalidRequest> =>
  Stream.fromChannel(
    Channel.fromTransform((_, scope) => {
      const list = makeList()
      return Effect.as(list.checkOptions(list.operation, options), pullPages(list, options, scope))
    })
  )

/** Streams the rows of pages, or of anything that has rows. Rows that arrive together stay one chunk. */
export const rows = <APage, Row, E, R>(
  pages: Stream.Stream<APage, E, R>,
  rowsOf: (page: APage) => ReadonlyArray<Row>
): Stream.Stream<Row, E, R> =>
  Stream.transformPull(pages, (pullPages) =>
    Effect.sync(() => {
      const pull: Pull.Pull<Array.NonEmptyReadonlyArray<Row>, E, void, R> = Effect.flatMap(pullPages, (pages) => {
        const rows = pages.length === 1 ? rowsOf(pages[0]) : pages.flatMap(rowsOf)
        return Array.isReadonlyArrayNonEmpty(rows) ? Effect.succeed(rows) : pull
      })
      return pull
    })
  )

/** Streams the items of pages. */
export const items = <Row, Position, E, R>(pages: Stream.Stream<Page<Row, Position>, E, R>): Stream.Stream<Row, E, R> =>
  rows(pages, (page) => page.items)
