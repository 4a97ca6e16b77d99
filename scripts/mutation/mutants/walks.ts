/**
 * The walks over lists.
 */
import { mutantsOf } from "../Mutant.ts"

const src = "packages/core/src/"

export const walks = [
  ...mutantsOf(`${src}pagination/lists/rooms.ts`, [
    [
      "a page of rooms that leads to itself is the next one",
      "if (nextCursor.value > current)",
      "if (nextCursor.value >= current)"
    ],
    ["an empty page behind the last room is not the end", "if (rooms.length === 0 && isCountReached) return end", ""],
    ["the count does not end a walk over rooms", "if (!resumed && Option.contains(count, emitted)) return end", ""],
    [
      "another page of rooms is taken",
      "current === 0 || current === 1 : current === cursor",
      "current === 0 || current === 1 : true"
    ]
  ]),
  ...mutantsOf(`${src}pagination/lists/sessions.ts`, [
    [
      "a short page of sessions is the end",
      "if (rows === 0 && !isSmall) return end",
      "if (rows < largestPage && !isSmall) return end"
    ],
    [
      "a page of sessions is left out",
      "position: { cursor: cursor + 1, limit }",
      "position: { cursor: cursor + 2, limit }"
    ],
    [
      "behind a clamp, sessions are left out",
      "return { cursor: offset / limit, limit }",
      "return { cursor: offset / limit, limit: limit + 1 }"
    ]
  ]),
  ...mutantsOf(`${src}pagination/lists/recordings.ts`, [
    [
      "a full page of recordings that leads to itself is the end",
      "const isLast = isShort ||",
      "const isLast = recordings.length > 0 ||"
    ],
    ["one page of recordings is all", "if (Option.isNone(nextCursor) ||", "if (position === undefined ||"],
    ["recordings of one session are those of all", "sessionId === undefined ? {} : { sessionId }", "{}"]
  ]),
  ...mutantsOf(`${src}pagination/WalkState.ts`, [
    [
      "rows that were seen are given again",
      "rows.filter((row) => this.#recent.add(this.list.id(row)))",
      "rows.filter((row) => this.#recent.add(this.list.id(row)) || rows.length > 0)"
    ],
    [
      "a list that became shorter is not noticed",
      "if (risen.value < 0) {\n      this.hasShrunk = true",
      "if (risen.value < -1_000) {\n      this.hasShrunk = true"
    ],
    [
      "an empty page behind a full one is taken",
      "if (rows.length === 0 && this.#largestPage > 0 && isBehindFullPage) return true",
      ""
    ],
    [
      "pages are read as long as they name a next one",
      "const isEnd = this.#barrenPages >= barrenPagesAtEnd",
      "const isEnd = this.#barrenPages < 0"
    ],
    [
      "a walk that goes on begins again",
      "Effect.map(this.request(this.#from), (answer)",
      "Effect.map(this.request(undefined), (answer)"
    ],
    [
      "each time the count rises, the page is looked at again",
      "return this.countSeen(rows) < Math.min(risen.value, rows.length)",
      "return true"
    ]
  ]),
  ...mutantsOf(`${src}pagination/SequentialReader.ts`, [
    [
      "boundaries are not verified",
      "return this.#verify && !frontier.overlaps(answer)",
      "return this.#verify && frontier.trail.length < 0"
    ],
    [
      "after one look, a page is taken although the count fell",
      "if (isQuiet && (frontier.hasSameCount(again, head) || this.#quietRounds >= quietRoundsNeeded)) {",
      "if (this.#quietRounds >= 0) {"
    ],
    [
      "each time the count falls, the walk goes back",
      "if (this.#mustGoBack(last.answer, again)) return",
      "if (last !== undefined) return"
    ],
    [
      "while rooms are deleted further down, no page is taken",
      "const quietRoundsNeeded = 3",
      "const quietRoundsNeeded = 30"
    ],
    [
      "a list that grows at its tail is read like any other",
      "if (frontier.growsAtTail) return this.#readBehind(position, answer)",
      ""
    ],
    ["a repeated page goes unnoticed", "if (!isRepeated && !isHead) return", "if (frontier.trail.length > 0) return"]
  ]),
  ...mutantsOf(`${src}pagination/PrefetchReader.ts`, [
    [
      "pages show by their ages alone that the list stood still",
      "        frontier.hasSameCount(last.answer, answer) &&\n        rows.every",
      "        rows.every"
    ],
    [
      "pages of any age show that the list stood still",
      "rows.every((row) => frontier.isOlder(row, oldest))",
      "rows.every(() => oldest === oldest)"
    ],
    [
      "an error ahead is the end of the list",
      "return { reads, after, error: result.failure }",
      "return { reads, after: end }"
    ],
    [
      "one page is read in order, however many were read ahead in vain",
      "this.#inOrder = pages * this.#readInVain",
      "this.#inOrder = 1"
    ]
  ]),
  ...mutantsOf(`${src}pagination/EndCheck.ts`, [
    [
      "rows that are missing go unnoticed",
      "if (!isInLook && !Option.exists(frontier.count(counted), (count) => count > frontier.emitted)) {",
      "if (frontier.emitted >= 0) {"
    ],
    ["rows that were added are missing", "this.#looksInVain >= looksInVainAtMost && count", "count"]
  ]),
  ...mutantsOf(`${src}pagination/lists/allSessions.ts`, [
    [
      "a walk over all sessions goes on with the room that is done",
      "return isFound && sessions !== undefined",
      "return isFound"
    ],
    [
      "a walk over all sessions goes on at the start of a room",
      "from?.roomId === room.roomId ? from.sessions",
      "from?.roomId === undefined ? from?.sessions"
    ],
    [
      "a room that fails is left out",
      "Stream.succeed<RoomSessionsPage>({ ...toPage(located, { items: [], next: Option.none() }), error })",
      "Stream.empty"
    ]
  ])
]
