/**
 * Ids as a service gives them, and all that an id is allowed to be.
 */
import { PeerId, RecordingId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { oneOf } from "./choice.ts"
import { nonEmptyShortText } from "./text.ts"

const plain = Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,12}$/)))

const odd = Arbitrary.map(nonEmptyShortText, (text) => (text === "." || text === ".." ? "..." : text))

const id = oneOf<string>(plain, odd)

/** Id of a room: as services give them (lower-case letters and digits), or of any text that an id may be. */
export const roomId: Arbitrary.Arbitrary<RoomId> = Arbitrary.map(id, (id) => RoomId.make(id))
/** Id of a session, plain or odd. */
export const sessionId: Arbitrary.Arbitrary<SessionId> = Arbitrary.map(id, (id) => SessionId.make(id))
/** Id of a participant, plain or odd. */
export const peerId: Arbitrary.Arbitrary<PeerId> = Arbitrary.map(id, (id) => PeerId.make(id))
/** Id of a recording, plain or odd. */
export const recordingId: Arbitrary.Arbitrary<RecordingId> = Arbitrary.map(id, (id) => RecordingId.make(id))

/** Gives every row a unique id: if two rows share one, the later row gets another. */
export const withOwnIds = <Id extends string, Row>(
  rows: ReadonlyArray<Row>,
  idOf: (row: Row) => Id,
  make: (text: string) => Id,
  withId: (row: Row, id: Id) => Row
): ReadonlyArray<Row> => {
  const seen = new Set<Id>()
  return rows.map((row) => {
    let id = idOf(row)
    for (let copy = 2; seen.has(id); copy++) id = make(`${idOf(row)}-${copy}`)
    seen.add(id)
    return withId(row, id)
  })
}
