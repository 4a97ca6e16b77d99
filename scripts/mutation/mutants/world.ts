/**
 * The world, and its doors.
 */
import { mutantsOf } from "../Mutant.ts"

const src = "packages/testing/src/"
const everyTenant = "[...engine.tenants.values()]"

const lists = mutantsOf(`${src}internal/engine.ts`, [
  ["a page of rooms has eleven", "const roomsPageSize = 10", "const roomsPageSize = 11"],
  [
    "a page of rooms skips one too many",
    "const skip = (current - firstPage) * roomsPageSize",
    "const skip = (current - firstPage) * (roomsPageSize + 1)"
  ],
  ["pages of rooms begin at 1, whatever the quirk", "cursor ?? firstPage)", "cursor ?? 1)"],
  [
    "rooms are in the other order",
    'roomsOrder === "newestFirst"\n        ?',
    'roomsOrder !== "newestFirst"\n        ?'
  ],
  [
    "a full last page of rooms leads on",
    "skip + roomsPageSize >= oldestFirst.length",
    "skip + roomsPageSize > oldestFirst.length"
  ],
  ["the count of rooms is that of the page", "Option.some(oldestFirst.length)", "Option.some(rooms.length)"],
  ["the previous page is the page itself", "Option.some(current - 1)", "Option.some(current)"],
  ["the size of a page is always ten", 'pageSize === "rows" ? rooms.length : roomsPageSize', "roomsPageSize"],
  [
    "the last row of every page is lost",
    "oldestFirst.length - skip - count)",
    "oldestFirst.length - skip - count + 1)"
  ],
  ["sessions are not clamped", "Math.min(limit, mostSessions)", "limit"],
  ["a page of sessions skips one page too few", "const skip = cursor * (", "const skip = Math.max(0, cursor - 1) * ("],
  ["sessions skip what was given, whatever the quirk", 'sessionsSkip === "asked" ? limit : given', "given"],
  ["pages of sessions are always full", "Math.ceil(limit / 2) : limit", "limit : limit"],
  [
    "the last page names no next one, whatever the quirk",
    'if (!isLast || end === "next") return',
    "if (!isLast) return"
  ],
  ["recordings are not clamped", "Math.min(limit, mostRecordings)", "limit"],
  ["recordings skip one", "const next = before + size", "const next = before + size + 1"],
  ["a full last page of recordings leads on", "next >= recordings.length", "next > recordings.length"]
])

const scope = [
  ...mutantsOf(`${src}internal/engine.ts`, [
    ["rooms are found with any key", "return room?.tenant === tenant ? room : undefined", "return room"],
    [
      "sessions are found with any key",
      "return session?.room.tenant === tenant ? session : undefined",
      "return session"
    ]
  ]),
  ...mutantsOf(`${src}internal/worldOperations.ts`, [
    [
      "rooms are listed with any key",
      "engine.listRooms(tenant, request)",
      `engine.listRooms(${everyTenant}[0] ?? tenant, request)`
    ],
    [
      "recordings are listed with any key",
      "sessionId === undefined ? tenant.recordings",
      `sessionId === undefined ? ${everyTenant}.flatMap(({ recordings }) => recordings)`
    ],
    ["metrics are told to any key", "engine.metrics(tenant, at)", `engine.metrics(${everyTenant}[0] ?? tenant, at)`],
    ["every key is known", "const tenant = state.engine.tenant(key)", "const tenant = state.engine.addTenant(key)"],
    ["a session that nobody held has all recordings", "?.recordings ?? [])", "?.recordings ?? tenant.recordings)"],
    [
      "a session that nobody held is a bad request",
      'answered("sessionParticipants", 404)',
      'answered("sessionParticipants", 400)'
    ],
    ["a room that never met has no sessions, whatever the quirk", 'engine.quirks.neverMet === "notFound"', "false"],
    ["an idle room is not found, whatever the quirk", '|| engine.quirks.idleRoom === "empty"', ""],
    ["metadata of exactly the limit is refused", "if (bytes > limit)", "if (bytes >= limit)"]
  ])
]

const history = mutantsOf(`${src}internal/engine.ts`, [
  ["no room is locked when it is created", "locked: request.roomLocked })", "locked: false })"],
  ["metadata is lost", "Option.map(Option.fromUndefinedOr(request.metadata), storedMetadata)", "Option.none()"],
  ["rooms are as old as time", "createdAt: at, metadata", "createdAt: 0, metadata"],
  ["the last leave does not end a session", "if (running.present.size === 0)", "if (running.present.size < 0)"],
  ["the first leave ends a session", "if (running.present.size === 0)", "if (running.present.size >= 0)"],
  [
    "a rejoin is lost",
    "running.session.stays.push(stay)",
    "if (!running.session.stays.some(({ peerId }) => peerId === stay.peerId)) running.session.stays.push(stay)"
  ],
  ["who left is still there", "running.present.delete(peerId)", "running.present.size"],
  ["who is there at the end never leaves", "for (const stay of present.values()) stay.exitTime = endTime", ""],
  ["a lock is ignored", "if (room.locked) return Result.fail(new RoomLocked({ roomId }))", ""],
  [
    "a peer joins twice",
    "if (room.running?.present.has(peerId)) return Result.fail(new PeerPresent({ roomId, peerId }))",
    ""
  ],
  [
    "a session begins late",
    'const { session } = this.begin(room, SessionId.make(this.#id("session_")), at, stay)',
    'const { session } = this.begin(room, SessionId.make(this.#id("session_")), at + 1, stay)'
  ],
  [
    "one too many is in a room",
    "count: participants.length, participants",
    "count: participants.length + 1, participants"
  ],
  ["a recording is lost to its session", "session.recordings.push(state)\n", "session.recordings.at(-1)\n"],
  [
    "a recording is lost to the list",
    "session.room.tenant.recordings.push(state)",
    "session.room.tenant.recordings.at(-1)"
  ],
  ["a deleted room stays in the list", "rooms.splice(countOlder(rooms, room), 1)", "countOlder(rooms, room)"]
])

const metrics = mutantsOf(`${src}internal/engine.ts`, [
  ["minutes are rounded up", "Math.floor(millis / 60_000)", "Math.ceil(millis / 60_000)"],
  ["sessions that run do not last", "Math.max(0, runningMillis)", "Math.min(0, runningMillis)"],
  [
    "sessions that ended did not last",
    "room.tenant.endedMillis += endTime - startTime",
    "room.tenant.endedMillis += 0"
  ],
  [
    "users are counted in every session",
    "session.room.tenant.peers.add(stay.peerId)",
    "session.room.tenant.peers.add(PeerId.make(stay.peerId + session.sessionId))"
  ],
  [
    "sessions are counted with every join",
    "running.session.stays.push(stay)",
    "running.session.stays.push(stay); running.session.room.tenant.sessionCount++"
  ],
  ["livestreams are not counted", "room.tenant.livestreamCount++", "room.tenant.livestreamCount"]
])

const doors = [
  ...mutantsOf(`${src}internal/memoryDoor.ts`, [
    [
      "in memory, no work is done before a reset",
      'ending.when === "beforeWork" ? breaks(reset)',
      'ending.when !== "never" ? breaks(reset)'
    ],
    ["in memory, no evidence of the request's id", "...(requestId === undefined ? {} : { requestId })", ""]
  ]),
  ...mutantsOf(`${src}internal/httpDoor.ts`, [
    [
      "over HTTP, no work is done before a reset",
      '"afterWork") yield* worked\n        return yield* Effect.delay(Effect.fail(reset)',
      '"never") yield* worked\n        return yield* Effect.delay(Effect.fail(reset)'
    ],
    [
      "every create is 201, whatever the quirk",
      'operation === "createRoom" ? quirks.createdStatus',
      'operation === "createRoom" ? 201'
    ],
    ["ids of requests are in another header", "quirks.requestId, requestId)", '"x-other-id", requestId)']
  ]),
  ...mutantsOf(`${src}internal/writtenAnswer.ts`, [
    [
      "errors have a body, whatever the quirk",
      '      return { status, headers: {}, text: "" }',
      "      return { status, headers: json, text: JSON.stringify({ message }) }"
    ],
    ["waits are ten times as long", 'case "millis":', 'case "millis":\n      millis *= 10']
  ]),
  ...mutantsOf(`${src}internal/makeWorld.ts`, [
    ["rooms do not drift", 'if (operation === "listRooms") engine.driftRooms', "if (added < 0) engine.driftRooms"],
    [
      "recordings do not drift",
      'if (operation === "listRecordings") engine.driftRecordings',
      "if (added < 0) engine.driftRecordings"
    ]
  ])
]

export const world = [...lists, ...scope, ...history, ...metrics, ...doors]
