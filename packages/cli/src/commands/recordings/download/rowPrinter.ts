/**
 * Prints the rows of downloads while others are in progress. If the reader of stdout goes away, as `head` does, the downloads
 * continue.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { OutputInput } from "../../../output/flags.ts"
import { printList } from "../../../output/print.ts"
import { sizeText } from "../../../output/sizeText.ts"
import type { ListView } from "../../../output/View.ts"
import { type Downloaded, downloadFields } from "./flags.ts"

const downloads: ListView<Downloaded> = {
  key: "downloads",
  encode: (row) => row,
  fields: downloadFields,
  columns: [
    { header: "RECORDING", cell: ({ id }) => id, cut: "id" },
    { header: "STATUS", cell: ({ status }) => status },
    { header: "SIZE", cell: ({ bytes }) => sizeText(bytes) },
    { header: "FILE", cell: ({ file }) => file, cut: "text" }
  ]
}

/** Starts printing; `end` waits until everything is written. */
export const rowPrinter = Effect.fnUntraced(function* (input: OutputInput) {
  const rows = yield* Queue.bounded<Downloaded, Cause.Done>(16)
  const printing = yield* Effect.forkChild(
    Effect.ensuring(printList(Stream.fromQueue(rows), input, downloads), Queue.shutdown(rows))
  )
  return {
    print: (row: Downloaded) => Effect.asVoid(Queue.offer(rows, row)),
    end: Queue.end(rows).pipe(
      Effect.andThen(Fiber.await(printing)),
      Effect.flatMap((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.failCause(exit.cause)))
    )
  }
})
