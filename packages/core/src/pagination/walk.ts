/**
 * The walk over a list, page by page, so that every row that is in the list from the first request to the last is emitted
 * exactly once. It knows pages and positions, and nothing of HTTP: in what order pages are safe to read, what a deletion
 * or an insertion does to them, and where a list ends. `list.ts` has what it needs to know of a list.
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
import { PrefetchReader } from "./PrefetchReader.ts"
import { SequentialReader } from "./SequentialReader.ts"
import { WalkState } from "./WalkState.ts"

interface Options<Position> extends WalkOptions {
  readonly from?: Position | undefined
  readonly limit?: number | undefined
}

/** The pages of a list, as they are pulled: `Stream.paginate`, without a state of its own in a walk that has one. */
const pullPages = <Answer, Row, Position, E>(
  list: List<Answer, Row, Position, E>,
  { concurrency = 1, from, verify = false }: Options<Position>,
  scope: Scope.Scope
): Pull.Pull<Array.NonEmptyReadonlyArray<Page<Row, Position>>, E | PaginationError> => {
  const frontier = new WalkState(list, from)
  const inOrder = new SequentialReader(frontier, verify)
  // Boundaries that are verified are read one at a time.
  const readAhead = new PrefetchReader(frontier, verify ? 1 : concurrency, scope)
  const endCheck = new EndCheck(frontier, verify)
  const step = (): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> => {
    if (frontier.next === undefined) return frontier.begin
    if (readAhead.isNext) return readAhead.step()
    readAhead.leaveOneInOrder()
    return inOrder.step()
  }
  const pull: Pull.Pull<Array.NonEmptyReadonlyArray<Page<Row, Position>>, E | PaginationError> = Effect.suspend(() =>
    frontier.next?._tag === "End" ? (endCheck.isDone ? Cause.done() : emitted(endCheck.step())) : emitted(step())
  )
  const emitted = (pages: Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError>) =>
    Effect.flatMap(pages, (pages) => (Array.isReadonlyArrayNonEmpty(pages) ? Effect.succeed(pages) : pull))
  return pull
}

/** All pages of a list. Every run of the stream is a walk of its own, with a list description of its own. */
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

/** The rows of the pages, or of whatever has rows, of a stream: of what comes together, one chunk. */
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

/** The items of the pages of a stream. */
export const items = <Row, Position, E, R>(pages: Stream.Stream<Page<Row, Position>, E, R>): Stream.Stream<Row, E, R> =>
  rows(pages, (page) => page.items)
