/**
 * Cursors and limits of lists.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { optional } from "./wire/optional.ts"

/** A position in a list: a page number that the service returned, or the number of pages to skip. Never negative. */
export const Cursor = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "an integer of at least 0" }))

/** The requested number of rows per page. At least 1; the service may return fewer without saying so. */
export const Limit = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { expected: "an integer of at least 1" }))

/** A cursor in a response. `null` and absent are `Option.none`, which encodes as `null`. */
export const OptionalCursor = optional(Schema.Int, "null")
