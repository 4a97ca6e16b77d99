/**
 * The recordings of a promise client, over the service `Recordings`.
 */
import * as Core from "@effect-rooms/core/Recordings"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ClientRun } from "./ClientRun.ts"
import { defined } from "./defined.ts"
import { SessionId } from "./identifiers.ts"
import type { RecordingsOptions, RecordingsPageOptions } from "./options.ts"
import type { Recordings } from "./resources.ts"
import { toPage, toRecording, toRecordingsPage } from "./toPlain.ts"

const toSessionId = (sessionId: string | undefined) => (sessionId === undefined ? undefined : SessionId(sessionId))

const toWalk = ({ concurrency, from, limit, sessionId, verify }: RecordingsOptions) =>
  defined({ concurrency, from, limit, sessionId: toSessionId(sessionId), verify })

const toRequest = ({ cursor, limit, sessionId }: RecordingsPageOptions) =>
  defined({ cursor, limit, sessionId: toSessionId(sessionId) })

export const makeRecordings = (run: ClientRun): Recordings => ({
  page: (options = {}) =>
    run.call(
      "listRecordings",
      Core.Recordings.use((recordings) => Effect.map(recordings.page(toRequest(options)), toRecordingsPage)),
      options
    ),
  pages: (options = {}) =>
    run.walk(
      "listRecordings",
      Stream.unwrap(Core.Recordings.useSync((recordings) => recordings.pages(toWalk(options)))),
      toPage(toRecording),
      options
    ),
  list: (options = {}) =>
    run.walk(
      "listRecordings",
      Stream.unwrap(Core.Recordings.useSync((recordings) => recordings.stream(toWalk(options)))),
      toRecording,
      options
    )
})
