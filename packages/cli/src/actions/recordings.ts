/**
 * What `rooms recordings` does.
 */
import type { Page } from "@effect-rooms/core/Page"
import { type Recording, RecordingsPage } from "@effect-rooms/core/Recording"
import { Recordings } from "@effect-rooms/core/Recordings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RecordingsInput } from "../commands/recordings.ts"
import { encodeWith, printList, printPage } from "../Output.ts"
import { type Walk, withProgress } from "../Progress.ts"
import { layerServices } from "../Services.ts"
import { note } from "../Streams.ts"
import * as views from "../views.ts"

const allRecordings: Walk<Page<Recording, number>, Recording> = { noun: "recordings", rows: ({ items }) => items }

export const run = Effect.fnUntraced(
  function* (input: RecordingsInput) {
    const { all, concurrency, cursor, limit, sessionId } = input
    const recordings = yield* Recordings
    const given = <Key extends string, A>(key: Key, value: Option.Option<A>): { readonly [K in Key]?: A } =>
      Option.match(value, { onNone: () => ({}), onSome: (value) => ({ [key]: value }) as { readonly [K in Key]: A } })
    const filter = { ...given("sessionId", sessionId), ...given("limit", limit) }
    if (all) {
      const pages = recordings.pages({ concurrency, ...filter, ...given("from", cursor) })
      return yield* withProgress(pages, input, allRecordings, (rows) => printList(rows, input, views.recordings))
    }
    const page = yield* recordings.page({ ...filter, ...given("cursor", cursor) })
    yield* printPage(page, input, encodeWith(RecordingsPage), ({ recordings }) => recordings, views.recordings)
    const next = Option.filter(page.nextCursor, (next) => next !== 0)
    if (Option.isSome(next)) yield* note(`more recordings: --cursor ${next.value}, or --all`)
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
