import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { RoomId } from "../src/Identifier.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import {
  BoundaryLost,
  PaginationError,
  type PaginationErrorReason,
  RepeatedPage,
  RoomGone,
  StuckCursor,
  WrongPage
} from "../src/PaginationError.ts"
import { plain } from "./fixtures/errors.ts"

const evidence = evidenceFor("listRooms", 200)

const samples: ReadonlyArray<{ readonly reason: PaginationErrorReason; readonly message: string }> = [
  {
    reason: new StuckCursor({ asked: 3, next: 3 }),
    message:
      "listRooms: the page at cursor 3 names 3 as the next cursor, which is not further down, while rows are still missing (30 rows were emitted)"
  },
  {
    reason: new StuckCursor({ next: 1 }),
    message:
      "listRooms: the first page names 1 as the next cursor, which is not further down, while rows are still missing (30 rows were emitted)"
  },
  {
    reason: new WrongPage({ asked: 2, answered: 1 }),
    message: "listRooms: page 2 was requested, but the service returned page 1 (30 rows were emitted)"
  },
  {
    reason: new RepeatedPage({ firstRow: "room-1" }),
    message:
      'listRooms: a page further down starts with "room-1" again and has no new row; the service seems to ignore the cursor (30 rows were emitted)'
  },
  {
    reason: new BoundaryLost({ pagesSearched: 64 }),
    message:
      "listRooms: rows were deleted, and none of the rows before them is on any of the 64 pages searched (30 rows were emitted)"
  },
  {
    reason: new RoomGone({ roomId: RoomId.make("room-1") }),
    message:
      'listRooms: room "room-1", where the walk should continue, is no longer in the list; start again without `from` (30 rows were emitted)'
  }
]

describe("PaginationError", () => {
  it.each(samples)("says: $message", ({ message, reason }) => {
    const error = new PaginationError({ reason, emitted: 30, evidence })
    assert.strictEqual(error._tag, "PaginationError")
    assert.strictEqual(error.message, message)
    assert.instanceOf(error, Error)
  })

  it.each(samples)("does not go away by itself, whatever is waited: $reason._tag", ({ reason }) => {
    const error = new PaginationError({ reason, emitted: 0, evidence })
    assert.isFalse(error.isRetryable)
    assert.deepStrictEqual(error.retryAfter, Option.none())
  })

  it.each(samples)("comes back from JSON as itself: $message", ({ message, reason }) => {
    const codec = Schema.fromJsonString(Schema.toCodecJson(PaginationError))
    const error = new PaginationError({ reason, emitted: 30, evidence })
    const back = Schema.decodeSync(codec)(Schema.encodeSync(codec)(error))
    assert.instanceOf(back, PaginationError)
    assert.deepStrictEqual(plain(back), plain(error))
    assert.strictEqual(back.message, message)
  })
})
