/**
 * `rooms recordings`
 */
import { Recordings } from "@effect-rooms/core"
import { SessionId } from "@effect-rooms/core/Identifier"
import { RecordingsPage } from "@effect-rooms/core/Recording"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, note, printList, printPage } from "../Output.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag } from "./flags.ts"
import * as views from "./views.ts"

export const recordings = Command.make(
  "recordings",
  {
    sessionId: Flag.String("session").pipe(
      Flag.withDescription("Only the recordings of this session"),
      Flag.withMetavar("sessionId"),
      Flag.withSchema(SessionId),
      Flag.optional
    ),
    all: allFlag,
    cursor: cursorFlag,
    limit: limitFlag,
    concurrency: concurrencyFlag,
    ...formatFlag,
    ...connectionFlags
  },
  Effect.fnUntraced(
    function* ({ all, concurrency, cursor, format, limit, sessionId }) {
      const recordings = yield* Recordings
      const given = <Key extends string, A>(key: Key, value: Option.Option<A>): { readonly [K in Key]?: A } =>
        Option.match(value, { onNone: () => ({}), onSome: (value) => ({ [key]: value }) as { readonly [K in Key]: A } })
      const filter = { ...given("sessionId", sessionId), ...given("limit", limit) }
      if (all) {
        return yield* printList(
          recordings.stream({ concurrency, ...filter, ...given("from", cursor) }),
          format,
          views.recordings
        )
      }
      const page = yield* recordings.page({ ...filter, ...given("cursor", cursor) })
      yield* printPage(page, format, encodeWith(RecordingsPage), ({ recordings }) => recordings, views.recordings)
      const next = Option.filter(page.nextCursor, (next) => next !== 0)
      if (Option.isSome(next)) yield* note(`more recordings: --cursor ${next.value}, or --all`)
    },
    (effect, input) => Effect.provide(effect, layerServices(input))
  )
).pipe(
  Command.withDescription("List recordings"),
  Command.withExamples([{ command: "rooms recordings --all", description: "Every recording of the API key" }])
)
