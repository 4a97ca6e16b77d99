import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { Unauthorized } from "../src/DomainError.ts"
import type { LiveRooms } from "../src/LiveRooms.ts"
import type { Metrics } from "../src/Metrics.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import type { Recordings } from "../src/Recordings.ts"
import type { Rooms } from "../src/Rooms.ts"
import { RoomsError } from "../src/RoomsError.ts"
import type { Sessions } from "../src/Sessions.ts"
import { unexpectedStatus } from "./fixtures/errors.ts"

/** The errors of a member of a service. */
type ErrorOf<Member> =
  Member extends Effect.Effect<unknown, infer E, never>
    ? E
    : Member extends (...input: never) => infer Result
      ? Result extends Effect.Effect<unknown, infer E, never> | Stream.Stream<unknown, infer E, never>
        ? E
        : never
      : never

type ErrorsOf<Service> = { [Name in keyof Service]: ErrorOf<Service[Name]> }[keyof Service]

type All =
  | ErrorsOf<Rooms["Service"]>
  | ErrorsOf<Sessions["Service"]>
  | ErrorsOf<LiveRooms["Service"]>
  | ErrorsOf<Recordings["Service"]>
  | ErrorsOf<Metrics["Service"]>

describe("RoomsError", () => {
  it("contains exactly the errors of the five services", () => {
    expectTypeOf<RoomsError>().toEqualTypeOf<All>()
  })

  it("recognizes an error of the services", () => {
    const isRoomsError = Schema.is(RoomsError)
    const unauthorized: unknown = new Unauthorized({ evidence: evidenceFor("listRooms", 401) })
    const unavailable: unknown = unexpectedStatus("listRooms")
    assert.deepStrictEqual([unauthorized, unavailable, new Error("other")].map(isRoomsError), [true, true, false])
  })
})
