/**
 * What is derived from the nine operations, and what their answers mean.
 */
import { mutantsOf } from "../Mutant.ts"

const src = "packages/core/src/"

const services = [
  ...mutantsOf(`${src}creating/findCreated.ts`, [
    ["four pages are searched for a key", "const pagesSearched = 5", "const pagesSearched = 4"],
    ["no room is found by its key", "  if (keyed !== undefined) return found(keyed)\n", ""]
  ]),
  ...mutantsOf(`${src}creating/createOnce.ts`, [
    [
      "concurrent calls with one key create a room each",
      "const current = flights.get(key)",
      "const current = undefined"
    ],
    ["concurrent calls with one key may differ", "!Equal.equals(current.request, request)", "current.callers < 0"],
    [
      "a call that is given up ends the others",
      "return callers === 0 && fiber !== undefined",
      "return callers >= 0 && fiber !== undefined"
    ],
    [
      "rooms of an earlier call are not found",
      'if ("_tag" in look) return',
      'if (latest.size < 0 && "_tag" in look) return'
    ],
    [
      "a room that cannot be told from others is absent",
      'if (finding._tag === "Undecided") return yield* unknown(finding.why)',
      'if (finding._tag === "Undecided") return undefined'
    ],
    ["the key is not kept", "metadata: { ...metadata, idempotencyKey: key }", "metadata: { ...metadata }"],
    ["all keys are the same", "Random.nextIntBetween(0, 0xffff_ffff)", "Effect.succeed(7)"]
  ]),
  ...mutantsOf(`${src}Rooms.ts`, [
    ["rooms are locked unless said otherwise", "{ roomLocked: false, ...input }", "{ roomLocked: true, ...input }"],
    [
      "titles are found by their beginning",
      "Option.contains(titleOf(room), title)",
      "Option.exists(titleOf(room), (found) => found.startsWith(title))"
    ]
  ]),
  ...mutantsOf(`${src}presence/watch.ts`, [
    [
      "who joined left, and who left joined",
      '...missingIn(before, now).map((participant): PresenceEvent => ({ _tag: "Left"',
      '...missingIn(now, before).map((participant): PresenceEvent => ({ _tag: "Left"'
    ],
    [
      "a snapshot follows a poll that changed nothing",
      "changes.length > 0 || snapshots",
      "changes.length >= 0 || snapshots"
    ]
  ]),
  ...mutantsOf(`${src}LiveRooms.ts`, [
    [
      "an idle room fails a watch",
      'Effect.catchTag("NoLiveSession", () => Effect.succeed([]))',
      'Effect.catchTag("NoLiveSession", Effect.die)'
    ]
  ])
]

const answers = [
  ...mutantsOf(`${src}Outcome.ts`, [
    ["403 is unexpected", "    case 403:\n", ""],
    ["422 is unexpected", "    case 422:\n", ""],
    [
      "a create that got no answer was refused",
      '=== "Transport") return !reason.requestSent',
      '=== "Transport") return reason.requestSent || true'
    ],
    ["a create that timed out at a gateway was refused", "status < 500 && status !== 408", "status < 500"],
    [
      "a session that is not found is unexpected",
      "  failure.status === 404\n    ? new SessionNotFound",
      "  failure.status === 410\n    ? new SessionNotFound"
    ]
  ]),
  ...mutantsOf(`${src}Answer.ts`, [
    ["the wait of a 429 is lost", "new RateLimited({ retryAfter })", "new RateLimited({ retryAfter: Option.none() })"],
    ["attempts have no status", "...(status === undefined ? {} : { status }),\n  ...(reason", "...(reason"],
    ["what the service says is lost", 'body.message !== ""', 'body.message === ""'],
    ["excerpts are long", "const excerptLength = 512", "const excerptLength = 4_096"],
    ["cf-ray is no id of a request", '"cf-ray", ', ""]
  ]),
  ...mutantsOf(`${src}operations/validate.ts`, [
    ["metadata of exactly the limit is too large", "return bytes > metadataLimit", "return bytes >= metadataLimit"]
  ]),
  ...mutantsOf(`${src}Identifier.ts`, [["two dots are an id", 'value !== ".." && ', ""]]),
  ...mutantsOf(`${src}wire/retryAfter.ts`, [
    ["waits in milliseconds are not read", 'headers["retry-after-ms"]', 'headers["retry-after-s"]']
  ]),
  ...mutantsOf(`${src}Timestamp.ts`, [
    ["times as text are not read", 'typeof input === "number" || isIsoDateTime(input)', 'typeof input === "number"']
  ]),
  ...mutantsOf(`${src}Metadata.ts`, [
    [
      "metadata as text is not read",
      'typeof input === "string" ? Option.getOrUndefined(parseMetadata(input)) : input',
      "input"
    ]
  ])
]

export const core = [...services, ...answers]
