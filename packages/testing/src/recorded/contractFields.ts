/** How each field of the contract is redacted. */
import type { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import type { Recording } from "@effect-rooms/core/Recording"
import type { CreatedRoom, Room } from "@effect-rooms/core/Room"
import type { Participant, Session } from "@effect-rooms/core/Session"
import { type OperationName, operationNames, operations, type Request, type Success } from "@effect-rooms/core/unstable"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** The key by which `createOnce` finds its room. It must be the same everywhere to be useful. */
export const idempotencyKey = "idempotencyKey"

type KeysOf<Fields> = Fields extends unknown ? keyof Fields : never

/** The names of all fields in requests and responses of the contract, metadata excluded. */
type ContractField =
  | KeysOf<Request<OperationName>>
  | KeysOf<Success<OperationName>>
  | KeysOf<CreatedRoom["data"] | Room | Session | Participant | LiveParticipant | Recording>

/** How the text of a field is written. `kept` fields hold numbers, booleans, or the objects and lists of the contract. */
type Redaction = "id" | "time" | "url" | "message" | "personal" | "kept"

/** A field of the contract that isn't here doesn't compile. */
const redactions: { readonly [Field in ContractField]: Redaction } = {
  roomId: "id",
  sessionId: "id",
  id: "id",
  peerId: "personal",
  metadata: "personal",
  createdAt: "time",
  startTime: "time",
  endTime: "time",
  joinTime: "time",
  exitTime: "time",
  recordingUrl: "url",
  message: "message",
  recordingSize: "kept",
  roomLocked: "kept",
  limit: "kept",
  cursor: "kept",
  data: "kept",
  rooms: "kept",
  sessions: "kept",
  participants: "kept",
  recordings: "kept",
  pageSize: "kept",
  current: "kept",
  nextCursor: "kept",
  prevCursor: "kept",
  count: "kept",
  totalSessions: "kept",
  totalDuration: "kept",
  totalUsers: "kept",
  recordingCount: "kept",
  livestreamCount: "kept"
}

/** The redaction of each field, by its name. */
export const redactionByName: { readonly [field: string]: Redaction } = redactions

function* redactionsIn(schema: Schema.Constraint, path: string): Generator<readonly [path: string, Redaction]> {
  if (Predicate.hasProperty(schema, "value") && Schema.isSchema(schema.value)) yield* redactionsIn(schema.value, path)
  if (!Predicate.hasProperty(schema, "fields") || !Predicate.isObject(schema.fields)) return
  for (const [name, field] of Object.entries(schema.fields)) {
    const within = path === "" ? name : `${path}.${name}`
    yield [within, redactionByName[name] ?? "personal"]
    if (Schema.isSchema(field)) yield* redactionsIn(field, within)
  }
}

/** The redaction of each field in the responses of the contract, by its path, such as `rooms.createdAt`. */
export const redactionByPath: ReadonlyMap<string, Redaction> = new Map(
  operationNames.flatMap((name) => [...redactionsIn(operations[name].success, "")])
)

/** The names of fields that are never masked. A short API key can be part of a name, and masking it would remove a field of the contract. */
export const knownFields: ReadonlySet<string> = new Set([
  ...Object.keys(redactions),
  ...["title", "hosts", "hostWallets", "roomType", "meetingLink", "displayName", idempotencyKey]
])
