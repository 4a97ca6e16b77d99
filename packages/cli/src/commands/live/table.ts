/**
 * A watch as a live table: the participants in the room, and the changes of the last minute.
 */
import type { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import type { PresenceEvent } from "@effect-rooms/core/PresenceEvent"
import type { ServiceError } from "@effect-rooms/core/ServiceError"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { OutputInput } from "../../output/flags.ts"
import { layoutOf } from "../../output/Layout.ts"
import { type Column, table } from "../../output/table.ts"
import * as views from "../../output/views.ts"
import type { Screen } from "../../terminal/Screen.ts"
import type { Observer } from "./Observer.ts"

/** How long a row is marked after a participant joined or left. */
const markedMillis = 60_000

/** A longer wait for a response is shown. */
const patienceMillis = 3_000

type Mark = "joined" | "left" | ""

const colors = { joined: "green", left: "dim" } as const

interface Row {
  readonly participant: LiveParticipant
  readonly mark: Mark
}

const columns: ReadonlyArray<Column<Row>> = [
  // As wide as the widest mark, so that the table doesn't move when marks appear.
  { header: "      ", cell: ({ mark }) => mark, color: ({ mark }) => (mark === "" ? undefined : colors[mark]) },
  ...views.liveParticipants.columns.map(
    ({ cell, cut, header }): Column<Row> => ({
      header,
      cut,
      cell: ({ participant }, timeText) => cell(participant, timeText)
    })
  )
]

interface Change extends Row {
  readonly at: number
}

interface State {
  /** Absent until the first response. */
  readonly present?: ReadonlyArray<LiveParticipant>
  readonly changes: ReadonlyArray<Change>
  readonly lastChange?: number
  /** The time of the pending request. Between two polls, it is in the future. */
  readonly askedAt: number
  /** The time of the first failed poll, and the last error. */
  readonly trouble?: { readonly since: number; readonly error: ServiceError }
}

const ago = (since: number, now: number) =>
  Duration.format(Duration.seconds(Math.max(1, Math.round((now - since) / 1_000))))

const rowsOf = ({ changes, present = [] }: State, now: number): ReadonlyArray<Row> => {
  const recent = changes.filter(({ at }) => now - at < markedMillis)
  const hasJoined = (peerId: string) =>
    recent.some(({ mark, participant }) => mark === "joined" && participant.peerId === peerId)
  return [
    ...present.map((participant): Row => ({ participant, mark: hasJoined(participant.peerId) ? "joined" : "" })),
    ...recent.filter(({ mark }) => mark === "left")
  ]
}

const headline = (roomId: string, { lastChange, present }: State, now: number) => {
  if (present === undefined) return `${roomId}: waiting for the first response`
  const there = present.length === 0 ? "empty" : `${present.length} present`
  return `${roomId}: ${there}${lastChange === undefined ? "" : `, last change ${ago(lastChange, now)} ago`}`
}

const troubleLines = ({ askedAt, trouble }: State, now: number) => {
  if (trouble !== undefined) return [`no response for ${ago(trouble.since, now)}: ${trouble.error.message}`]
  return now - askedAt >= patienceMillis ? [`no response for ${ago(askedAt, now)}`] : []
}

const withEvents = (
  { changes, lastChange, present }: State,
  events: ReadonlyArray<PresenceEvent>,
  now: number,
  askedAt: number
): State => {
  const found = events.flatMap((event): ReadonlyArray<Change> => {
    if (event._tag === "Snapshot") return []
    return [{ participant: event.participant, mark: event._tag === "Joined" ? "joined" : "left", at: now }]
  })
  const changed = found.length > 0 ? now : lastChange
  return {
    present: events.findLast((event) => event._tag === "Snapshot")?.participants ?? present ?? [],
    changes: [...changes.filter(({ at }) => now - at < markedMillis), ...found],
    askedAt,
    ...(changed === undefined ? {} : { lastChange: changed })
  }
}

/** Shows a watch on a screen. */
export const makeTable = Effect.fnUntraced(function* (
  input: OutputInput & { readonly roomId: string },
  screen: Screen
) {
  const layout = yield* layoutOf(input)
  const clock = yield* Clock.Clock
  let state: State = { changes: [], askedAt: clock.currentTimeMillisUnsafe() }
  let isOver = false

  yield* screen.draw((size) => {
    const now = clock.currentTimeMillisUnsafe()
    const rows = rowsOf(state, now)
    const width = Math.min(layout.width, size.columns - 1)
    return [
      `${headline(input.roomId, state, now)}${isOver ? "" : "; Ctrl-C ends"}`,
      ...troubleLines(state, now),
      ...(rows.length === 0
        ? []
        : table(rows, columns, { ...layout, width })
            .trimEnd()
            .split("\n"))
    ]
  })

  const update = (time: DateTime.Utc, wait: Duration.Duration, next: (now: number, askedAt: number) => State) =>
    Effect.sync(() => {
      const now = DateTime.toEpochMillis(time)
      state = next(now, now + Duration.toMillis(wait))
    })

  const observer: Observer = {
    answered: (events, at, wait) => update(at, wait, (now, askedAt) => withEvents(state, events, now, askedAt)),
    failed: (error, at, wait) =>
      update(at, wait, (_, askedAt) => ({
        ...state,
        askedAt,
        trouble: { since: state.trouble?.since ?? state.askedAt, error }
      }))
  }

  /** Leaves the last state on the terminal. */
  const end = Effect.suspend(() => {
    isOver = true
    return state.present === undefined ? screen.clear : screen.keep
  })
  return { observer, end }
})
