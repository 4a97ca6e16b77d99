/**
 * Recordings of one session, or of everything that belongs to the API key.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Backend, type RequestError } from "./Backend.ts"
import type { SessionId } from "./Identifier.ts"
import type { Page, WalkOptions } from "./Page.ts"
import type { PaginationError } from "./PaginationError.ts"
import { recordingsList } from "./pagination/lists/recordings.ts"
import { items, pages } from "./pagination/walk.ts"
import type { ListRecordingsRequest, Recording, RecordingsPage } from "./Recording.ts"

/** The options of walks over recordings. */
export interface RecordingsOptions extends WalkOptions {
  /** Limits the walk to this session. Default: all recordings of the API key. */
  readonly sessionId?: SessionId
  /** The number of recordings per request. Default: 20, the most that one deployed client allows. */
  readonly limit?: number
  /** The position to start from: the `next` of an earlier page. Default: the first page. */
  readonly from?: number
}

/** The default number of recordings per request. */
const defaultLimit = 20

/** The recordings of a session, or of all sessions: a page of them, or every one. */
export class Recordings extends Context.Service<
  Recordings,
  {
    /**
     * Reads one page of recordings, as the service returns it. To read all of them, use `stream`.
     *
     * @example
     * ```ts
     * import { Recordings } from "@effect-rooms/core"
     *
     * const someRecordings = Recordings.use((recordings) => recordings.page({ limit: 10 }))
     * ```
     */
    readonly page: (request?: ListRecordingsRequest) => Effect.Effect<RecordingsPage, RequestError>
    /**
     * Streams all pages of recordings. Each has the position to resume from.
     *
     * @example
     * ```ts
     * import { Recordings } from "@effect-rooms/core"
     * import { Console, Option, Stream } from "effect"
     *
     * const readFrom = (from: number) =>
     *   Recordings.useSync((recordings) => recordings.pages({ from })).pipe(
     *     Stream.unwrap,
     *     Stream.runForEach(({ items, next }) => Console.log(items.length, Option.getOrNull(next)))
     *   )
     * ```
     */
    readonly pages: (
      options?: RecordingsOptions
    ) => Stream.Stream<Page<Recording, number>, RequestError | PaginationError>
    /**
     * Streams all recordings of a session, or without `sessionId` all that belong to the API key.
     *
     * @example
     * ```ts
     * import { Recordings, type SessionId } from "@effect-rooms/core"
     * import { Stream } from "effect"
     *
     * const urlsOf = (sessionId: SessionId) =>
     *   Recordings.useSync((recordings) => recordings.stream({ sessionId })).pipe(
     *     Stream.unwrap,
     *     Stream.map(({ recordingUrl }) => recordingUrl)
     *   )
     * ```
     */
    readonly stream: (options?: RecordingsOptions) => Stream.Stream<Recording, RequestError | PaginationError>
  }
>()("@effect-rooms/core/Recordings") {
  static readonly layer: Layer.Layer<Recordings, never, Backend> = Layer.effect(
    Recordings,
    Effect.gen(function* () {
      const backend = yield* Backend

      const allPages = ({ limit = defaultLimit, sessionId, ...options }: RecordingsOptions = {}) =>
        pages(() => recordingsList(backend, limit, sessionId), { ...options, limit })

      return Recordings.of({
        page: Effect.fn("Recordings.page")((request) => backend.listRecordings(request ?? {})),
        pages: (options) => Stream.withSpan(allPages(options), "Recordings.pages"),
        stream: (options) => Stream.withSpan(items(allPages(options)), "Recordings.stream")
      })
    })
  )
}
