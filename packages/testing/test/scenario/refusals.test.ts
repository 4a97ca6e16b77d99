import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import type { RoomScenario, Scenario } from "../../src/Scenario.ts"
import { ago, refused, roomOf, session } from "../fixtures/scenarios.ts"
import { start } from "../fixtures/worlds.ts"

const ada = PeerId.make("ada")

const tooLarge = { text: "é".repeat(5_115) }

interface Refusal {
  readonly room: RoomScenario
  /** The path within the room. */
  readonly path: string
  readonly problem: string
}

const notADuration = 'is not a duration: milliseconds, or text such as "2 days", are'
const notATime = "is not a time: use whole epoch milliseconds, or an ISO 8601 date and time"

const refusals: Record<string, ReadonlyArray<Refusal>> = {
  "sessions that overlap": [
    {
      room: roomOf(session({ startedAgo: "2 hours", lasts: "61 minutes" }, {}), session()),
      path: "sessions[1]",
      problem: "begins before sessions[0] ends"
    },
    {
      room: roomOf(session(), session({ startedAgo: "2 hours", lasts: 3_600_001 }, {})),
      path: "sessions[0]",
      problem: "begins before sessions[1] ends"
    },
    {
      room: roomOf(session({ startedAgo: "2 hours" }, { stayed: "61 minutes" }, { stayed: "1 minute" }), session()),
      path: "sessions[1]",
      problem: "begins before sessions[0] ends"
    },
    {
      room: roomOf(session({ startedAgo: "2 hours" }, {}), session()),
      path: "sessions[1]",
      problem: "begins while sessions[0] still runs"
    }
  ],
  "a session that is none, or more than one": [
    {
      room: roomOf({ startedAgo: 1, stays: [] }),
      path: "sessions[0].stays",
      problem: "is empty: a session starts with its first participant"
    },
    {
      room: roomOf(session({}, { joinedAfter: 1 }, { joinedAfter: "2 minutes" })),
      path: "sessions[0].stays",
      problem: "must include somebody who joins at the start of the session"
    },
    {
      room: roomOf(session(), session({ startedAgo: "30 minutes" }, { stayed: 5 }, { stayed: 7 }, { joinedAfter: 8 })),
      path: "sessions[1].stays[2].joinedAfter",
      problem: "is after everybody has left: make it a separate session"
    }
  ],
  "a peer that is there twice": [
    {
      room: roomOf(session({}, { peerId: ada, stayed: 5 }, {}, { peerId: ada, joinedAfter: 4 })),
      path: "sessions[0].stays[2].peerId",
      problem: "is in the session already, by stays[0]"
    },
    {
      room: roomOf(session({}, {}, { peerId: ada, stayed: 5 }, { peerId: ada, joinedAfter: 5 })),
      path: "sessions[0].stays[2].peerId",
      problem: "is in the session already, by stays[1]"
    },
    {
      room: roomOf(session({}, { peerId: ada }, ...Array.from({ length: 20 }, () => ({})), { peerId: ada })),
      path: "sessions[0].stays[21].peerId",
      problem: "is in the session already, by stays[0]"
    }
  ],
  "a session that does not last as long as it is said to": [
    {
      room: roomOf(session({ lasts: 10 }, { stayed: 9 }, { joinedAfter: 5, stayed: 4 })),
      path: "sessions[0].lasts",
      problem: "is longer than anybody's stay"
    },
    {
      room: roomOf(session({ lasts: 10 }, {}, { joinedAfter: 5, stayed: 6 })),
      path: "sessions[0].stays[1].stayed",
      problem: "is longer than the session lasts"
    },
    {
      room: roomOf(session({ lasts: 10 }, {}, { joinedAfter: 11 })),
      path: "sessions[0].stays[1].joinedAfter",
      problem: "is after the end of the session"
    }
  ],
  "the future": [
    { room: { createdAt: start + 1 }, path: "createdAt", problem: "is in the future" },
    { room: { createdAt: "2025-06-15T15:06:40.001Z" }, path: "createdAt", problem: "is in the future" },
    {
      room: { sessions: [session({ startedAt: start + 1 })] },
      path: "sessions[0].startedAt",
      problem: "is in the future"
    },
    {
      room: roomOf(session({ startedAgo: 10, lasts: 11 }, {})),
      path: "sessions[0].lasts",
      problem: "would end in the future: omit it if the session is still running"
    },
    {
      room: roomOf(session({ startedAgo: 10 }, {}, { joinedAfter: 11 })),
      path: "sessions[0].stays[1].joinedAfter",
      problem: "would be in the future"
    },
    {
      room: roomOf(session({ startedAgo: 10 }, { stayed: 11 })),
      path: "sessions[0].stays[0].stayed",
      problem: "would end in the future: omit it if the peer is still there"
    }
  ],
  "a session before its room": [
    {
      room: { createdAgo: "59 minutes", sessions: [session()] },
      path: "sessions[0].startedAgo",
      problem: "is before the room was created"
    },
    {
      room: { createdAt: ago(59), sessions: [session(), session({ startedAt: ago(61), lasts: 5 }, {})] },
      path: "sessions[1].startedAt",
      problem: "is before the room was created"
    }
  ],
  "two times, or none": [
    {
      room: { createdAt: start, createdAgo: 0 },
      path: "createdAgo",
      problem: "cannot be combined with createdAt"
    },
    {
      room: roomOf(session({ startedAt: start, startedAgo: 0 })),
      path: "sessions[0].startedAgo",
      problem: "cannot be combined with startedAt"
    },
    { room: roomOf({ stays: [{}] }), path: "sessions[0]", problem: "needs startedAt or startedAgo" }
  ],
  "lengths that nothing has": [
    { room: { createdAgo: -1 }, path: "createdAgo", problem: "is negative" },
    { room: { createdAgo: "-1 minutes" }, path: "createdAgo", problem: "is negative" },
    { room: { createdAgo: Number.NaN }, path: "createdAgo", problem: notADuration },
    { room: { createdAgo: "Infinity" }, path: "createdAgo", problem: "is infinite" },
    { room: { createdAgo: 17e15 }, path: "createdAgo", problem: "is before all times" },
    { room: roomOf(session({ startedAgo: -0.1 })), path: "sessions[0].startedAgo", problem: "is negative" },
    { room: roomOf(session({ lasts: -1 })), path: "sessions[0].lasts", problem: "is negative" },
    { room: roomOf(session({ lasts: Infinity })), path: "sessions[0].lasts", problem: "is infinite" },
    {
      room: roomOf(session({}, {}, { joinedAfter: -1 })),
      path: "sessions[0].stays[1].joinedAfter",
      problem: "is negative"
    },
    {
      room: roomOf(session({}, {}, { joinedAfter: NaN })),
      path: "sessions[0].stays[1].joinedAfter",
      problem: notADuration
    },
    { room: roomOf(session({}, {}, { stayed: -1 })), path: "sessions[0].stays[1].stayed", problem: "is negative" },
    {
      room: roomOf(session({}, {}, { stayed: Infinity })),
      path: "sessions[0].stays[1].stayed",
      problem: "is infinite"
    }
  ],
  "times that are none": [
    { room: { createdAt: 0.5 }, path: "createdAt", problem: notATime },
    { room: { createdAt: -8_640_000_000_000_001 }, path: "createdAt", problem: notATime },
    { room: { createdAt: "yesterday" }, path: "createdAt", problem: notATime },
    { room: { createdAt: "2025-06-15" }, path: "createdAt", problem: notATime },
    { room: roomOf(session({ startedAt: Number.NaN })), path: "sessions[0].startedAt", problem: notATime }
  ],
  "sizes and counts that nothing has": [
    { room: roomOf(session({ recordings: [0, -1] })), path: "sessions[0].recordings[1]", problem: "is not a size" },
    {
      room: roomOf(session({ recordings: [Number.NaN] })),
      path: "sessions[0].recordings[0]",
      problem: "is not a size"
    },
    { room: roomOf(session({ recordings: [Infinity] })), path: "sessions[0].recordings[0]", problem: "is not a size" },
    { room: { livestreams: -1 }, path: "livestreams", problem: "must be an integer of at least 0" },
    { room: { livestreams: 0.5 }, path: "livestreams", problem: "must be an integer of at least 0" }
  ],
  "metadata that no room and no token can hold": [
    { room: { metadata: tooLarge }, path: "metadata", problem: "has 10241 bytes as UTF-8 JSON; the limit is 10240" },
    {
      room: roomOf(session({}, { metadata: {} }, { metadata: tooLarge })),
      path: "sessions[0].stays[1].metadata",
      problem: "has 10241 bytes as UTF-8 JSON; the limit is 10240"
    },
    { room: { metadata: { seats: Infinity } }, path: "metadata.seats", problem: "expected JSON value" },
    {
      room: roomOf(session({}, { metadata: { seats: Number.NaN } })),
      path: "sessions[0].stays[0].metadata.seats",
      problem: "expected JSON value"
    }
  ]
}

describe("a world rejects", () => {
  for (const [what, cases] of Object.entries(refusals)) {
    it.effect(what, () =>
      Effect.gen(function* () {
        for (const { path, problem, room } of cases) {
          // The valid rooms before it aren't created either.
          const scenario: Scenario = { rooms: [{}, roomOf(session()), room] }
          assert.deepStrictEqual(yield* refused(scenario), { path: `rooms[2].${path}`, problem, happened: [] })
        }
      })
    )
  }
})
