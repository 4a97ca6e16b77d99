/**
 * Runs `rooms participants`.
 */
import { type Participant, Participants } from "@effect-rooms/core/Session"
import { type SessionParticipants, Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { layerServices } from "../../connection/services.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { firstPathIn } from "../../output/Field.ts"
import { printList, printPage } from "../../output/print.ts"
import { sessionContextFields } from "../../output/serviceFields.ts"
import { encodeWith } from "../../output/View.ts"
import * as views from "../../output/views.ts"
import { type ListProgress, withProgress } from "../../terminal/progress.ts"
import { limited } from "../extent.ts"
import { hasWindow, windowOf } from "../window.ts"
import type { ParticipantsInput } from "./flags.ts"

const ofAllRooms: ListProgress<SessionParticipants, views.RoomParticipant> = {
  noun: "participants",
  pagesNoun: "sessions",
  rows: ({ participants, room, session }) => participants.map((participant) => ({ room, session, participant }))
}

const problemOf = (input: ParticipantsInput): string | undefined => {
  const { allRooms, fields, sessionId } = input
  if (Option.isSome(sessionId) === allRooms) return "give either the id of a session or --all-rooms"
  if (allRooms) return undefined
  if (hasWindow(input)) return "--since and --until are for --all-rooms, not for one session"
  const path = firstPathIn(
    sessionContextFields,
    Option.getOrElse(fields, () => [])
  )
  return path === undefined ? undefined : `--fields: only --all-rooms gives the field ${path}`
}

export const run = Effect.fnUntraced(
  function* (input: ParticipantsInput) {
    const { concurrency, limit, sessionId, verify } = input
    const problem = problemOf(input)
    if (problem !== undefined) return yield* new UsageError({ problem })
    const walk = { concurrency, verify, ...(yield* windowOf(input)) }
    const sessions = yield* Sessions
    if (Option.isNone(sessionId)) {
      return yield* withProgress(sessions.participantsAll(walk), input, ofAllRooms, (rows) =>
        printList(limited<views.RoomParticipant>(limit)(rows), input, views.roomParticipants)
      )
    }
    const all = yield* sessions.participants(sessionId.value)
    const participants: ReadonlyArray<Participant> = Option.match(limit, {
      onNone: () => all,
      onSome: (count) => all.slice(0, count)
    })
    yield* printPage(
      { participants },
      input,
      encodeWith(Participants),
      ({ participants }) => participants,
      views.participants
    )
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
