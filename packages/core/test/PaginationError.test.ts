import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { answered } from "../src/Evidence.ts"
import { PaginationError, type PaginationErrorReason, StuckCursor, WrongPage } from "../src/PaginationError.ts"
import { plain } from "./fixtures/errors.ts"

const evidence = answered("listRooms", 200)

const samples: ReadonlyArray<{ readonly reason: PaginationErrorReason; readonly message: string }> = [
  {
    reason: new StuckCursor({ asked: 3, next: 3 }),
    message:
      "listRooms: the page at cursor 3 names 3 as the next one, which is not ahead of it, while rows are still missing (30 rows were emitted)"
  },
  {
    reason: new StuckCursor({ next: 1 }),
    message:
      "listRooms: the page that comes first names 1 as the next one, which is not ahead of it, while rows are still missing (30 rows were emitted)"
  },
  {
    reason: new WrongPage({ asked: 2, answered: 1 }),
    message: "listRooms: page 2 was asked for and page 1 was answered (30 rows were emitted)"
  }
]

describe("PaginationError", () => {
  it.each(samples)("says: $message", ({ message, reason }) => {
    const error = new PaginationError({ reason, emitted: 30, evidence })
    assert.strictEqual(error._tag, "PaginationError")
    assert.strictEqual(error.message, message)
    assert.instanceOf(error, Error)
  })

  it.each(samples)("does not go away by itself: $reason._tag", ({ reason }) => {
    assert.isFalse(new PaginationError({ reason, emitted: 0, evidence }).isRetryable)
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
