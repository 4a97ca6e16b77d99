/**
 * Runs `rooms recordings`.
 */
import type { Page } from "@effect-rooms/core/Page"
import { Recording, RecordingsPage } from "@effect-rooms/core/Recording"
import { Recordings } from "@effect-rooms/core/Recordings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { layerServices } from "../../connection/services.ts"
import { columnsFor } from "../../output/columns.ts"
import { printList, printPage } from "../../output/print.ts"
import { recordingFields } from "../../output/serviceFields.ts"
import { sizeText } from "../../output/sizeText.ts"
import { advise } from "../../output/streams.ts"
import { encodeWith, type ListView } from "../../output/View.ts"
import { type ListProgress, withProgress } from "../../terminal/progress.ts"
import { checkExtent, limited } from "../extent.ts"
import type { RecordingsInput } from "./flags.ts"

const allRecordings: ListProgress<Page<Recording, number>, Recording> = {
  noun: "recordings",
  rows: ({ items }) => items
}

const view: ListView<Recording> = {
  key: "recordings",
  encode: encodeWith(Recording),
  fields: recordingFields,
  columns: columnsFor(Recording, [
    { field: "id", header: "RECORDING", cell: (recording) => recording.id, cut: "id" },
    { field: "recordingSize", header: "SIZE", cell: (recording) => sizeText(recording.recordingSize) },
    { field: "recordingUrl", header: "URL", cell: (recording) => recording.recordingUrl, cut: "text" }
  ])
}

const emptyText = ({ cursor, sessionId }: RecordingsInput): string => {
  if (Option.isSome(cursor)) return "no recordings from this page on"
  return Option.isSome(sessionId) ? "no recordings of this session" : "no recordings yet"
}

export const run = Effect.fnUntraced(
  function* (input: RecordingsInput) {
    const { all, concurrency, cursor, limit, pageSize, sessionId, verify } = input
    yield* checkExtent(input)
    const recordings = yield* Recordings
    const given = <Key extends string, A>(key: Key, value: Option.Option<A>): { readonly [K in Key]?: A } =>
      Option.match(value, { onNone: () => ({}), onSome: (value) => ({ [key]: value }) as { readonly [K in Key]: A } })
    const filter = { ...given("sessionId", sessionId), ...given("limit", pageSize) }
    const shown = { ...view, empty: emptyText(input) }
    if (all || Option.isSome(limit)) {
      const pages = recordings.pages({ concurrency, verify, ...filter, ...given("from", cursor) })
      return yield* withProgress(pages, input, allRecordings, (rows) =>
        printList(limited<Recording>(limit)(rows), input, shown)
      )
    }
    const page = yield* recordings.page({ ...filter, ...given("cursor", cursor) })
    yield* printPage(page, input, encodeWith(RecordingsPage), ({ recordings }) => recordings, shown)
    const next = Option.filter(page.nextCursor, (next) => next !== 0)
    if (Option.isSome(next)) yield* advise(`there are more recordings: --cursor ${next.value}, or --all`)
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
