/**
 * A room of a scenario in the making.
 */
import { PeerId } from "@effect-rooms/core/Identifier"
import type { LiveSessionOptions, ParticipantOptions, SessionOptions } from "./options.ts"
import type { RoomScenario, SessionScenario, StayScenario } from "./schema.ts"

const toStay = (participant: ParticipantOptions): StayScenario => {
  if (typeof participant === "string") return toStay({ name: participant })
  const { joinsAfter, metadata, name, peerId, stays } = participant
  return {
    // Half of a surrogate pair can be in a name, but not in an id.
    peerId: peerId ?? PeerId.make(`peer_${name.toWellFormed()}`),
    metadata: { displayName: name, ...metadata },
    ...(joinsAfter === undefined ? {} : { joinedAfter: joinsAfter }),
    ...(stays === undefined ? {} : { stayed: stays })
  }
}

const toSession = ({ ago, at, lasts, participants, recordings }: SessionOptions): SessionScenario => ({
  ...(at === undefined ? {} : { startedAt: at }),
  ...(ago === undefined ? {} : { startedAgo: ago }),
  ...(lasts === undefined ? {} : { lasts }),
  stays: participants.map(toStay),
  ...(recordings === undefined ? {} : { recordings })
})

/** A room of a scenario in the making. It does not change: each method gives another one. */
export class RoomBuilder {
  /** The room as data. */
  readonly scenario: RoomScenario

  constructor(scenario: RoomScenario) {
    this.scenario = scenario
  }

  #with(session: SessionScenario): RoomBuilder {
    return new RoomBuilder({ ...this.scenario, sessions: [...(this.scenario.sessions ?? []), session] })
  }

  /**
   * Adds a session that has ended. By default it lasted 30 minutes and began an hour ago. A session that would not have ended yet is
   * refused: set `lasts`, or use `live`.
   */
  session({ lasts = "30 minutes", ...options }: SessionOptions): RoomBuilder {
    return this.#with(
      toSession(options.at === undefined ? { lasts, ago: "1 hour", ...options } : { lasts, ...options })
    )
  }

  /** Adds a running session. By default it began 5 minutes ago. */
  live(options: LiveSessionOptions): RoomBuilder {
    return this.#with(toSession(options.at === undefined ? { ago: "5 minutes", ...options } : options))
  }

  /** With one more livestream. */
  livestream(): RoomBuilder {
    return new RoomBuilder({ ...this.scenario, livestreams: (this.scenario.livestreams ?? 0) + 1 })
  }
}
