/**
 * The recordings of a client.
 */
import type { Page as CorePage } from "@effect-rooms/core/Page"
import * as CoreRecording from "@effect-rooms/core/Recording"
import * as Core from "@effect-rooms/core/Recordings"
import type { ClientRuntime } from "./ClientRuntime.ts"
import type { RecordingsOptions, RecordingsPageOptions } from "./options.ts"
import { pageFields, toPlain, toPlainFields } from "./toPlain.ts"
import type { Page, Recording, RecordingsPage } from "./values.ts"
import type { Walk } from "./Walk.ts"

const toRecording = /*#__PURE__*/ toPlain(CoreRecording.Recording)
const toRecordingsPage = /*#__PURE__*/ toPlain(CoreRecording.RecordingsPage)
const toPage = /*#__PURE__*/ toPlainFields<CorePage<CoreRecording.Recording, number>>(
  pageFields(CoreRecording.Recording)
)

/** Walks the recordings of one session, or of everything that belongs to the API key. */
export class Recordings {
  readonly #client: ClientRuntime

  constructor(client: ClientRuntime) {
    this.#client = client
  }

  /** Reads one page of recordings, as the service returns it. */
  readonly page = (options?: RecordingsPageOptions): Promise<RecordingsPage> =>
    this.#client.call(
      "listRecordings",
      Core.Recordings,
      toRecordingsPage,
      options,
      (recordings, own: CoreRecording.ListRecordingsRequest) => recordings.page(own)
    )

  /** Walks all pages of recordings. */
  readonly pages = (options?: RecordingsOptions): Walk<Page<Recording, number>> =>
    this.#client.walk("listRecordings", Core.Recordings, toPage, options, (recordings, own: Core.RecordingsOptions) =>
      recordings.pages(own)
    )

  /** Walks all recordings. */
  readonly list = (options?: RecordingsOptions): Walk<Recording> =>
    this.#client.walk(
      "listRecordings",
      Core.Recordings,
      toRecording,
      options,
      (recordings, own: Core.RecordingsOptions) => recordings.stream(own)
    )
}
