/**
 * Cursors and limits of lists.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { optional } from "./wire/optional.ts"

/** A position in a list: a page number that the service named, or the number of pages to skip. Never negative. */
export const Cursor = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "an integer of at least 0" }))

/** How many rows a page should have. At least 1; the service may give fewer without saying so. */
export const Limit = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { expected: "an integer of at least 1" }))

/** A cursor in an answer. `null` and absent are `Option.none`, which encodes as `null`. */
export const OptionalCursor = optional(Schema.Int, "null")
