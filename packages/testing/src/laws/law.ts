/**
 * What a law is, and what it stands on.
 */
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import { Metrics } from "@effect-rooms/core/Metrics"
import { Recordings } from "@effect-rooms/core/Recordings"
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { Quirks } from "../Quirks.ts"
import type { World } from "../World.ts"

/** The five services, as one API key has them. */
export interface Client {
  readonly rooms: Rooms["Service"]
  readonly sessions: Sessions["Service"]
  readonly live: LiveRooms["Service"]
  readonly recordings: Recordings["Service"]
  readonly metrics: Metrics["Service"]
}

export const client: Effect.Effect<Client, never, RoomServices> = Effect.gen(function* () {
  return {
    rooms: yield* Rooms,
    sessions: yield* Sessions,
    live: yield* LiveRooms,
    recordings: yield* Recordings,
    metrics: yield* Metrics
  }
})

/** A client, and the world behind it. */
export interface WorldGround extends Client {
  readonly world: World["Service"]
  readonly quirks: Quirks
  /** How often the client sends a request at most. */
  readonly attempts: number
}

/** Gives clients of the same service with other API keys. */
export interface WithClients {
  readonly clientOf: (apiKey: Redacted.Redacted<string>) => Effect.Effect<Client, unknown, Scope.Scope>
}

/** A law fails by an assertion, or by whatever goes wrong that should not. */
export type Holds<Ground> = (ground: Ground) => Effect.Effect<void, unknown, Scope.Scope>

/** A promise of the services. Its name is the promise. */
export type Law =
  /** Holds for every service, whoever uses it, and however it reads the contract. */
  | { readonly needs: "client"; readonly name: string; readonly holds: Holds<Client> }
  | { readonly needs: "clients"; readonly name: string; readonly holds: Holds<Client & WithClients> }
  | { readonly needs: "otherKey"; readonly name: string; readonly holds: Holds<Client & { readonly other: Client }> }
  /** Makes its own data, and knows what it made. */
  | { readonly needs: "world"; readonly name: string; readonly holds: Holds<WorldGround> }
  | { readonly needs: "worldAndClients"; readonly name: string; readonly holds: Holds<WorldGround & WithClients> }
  /** A fault can keep a connection from being made. */
  | { readonly needs: "worldAndRefusals"; readonly name: string; readonly holds: Holds<WorldGround> }
  /** The client sends a request again where that may help. */
  | { readonly needs: "worldAndRetries"; readonly name: string; readonly holds: Holds<WorldGround> }

/** Laws about one thing. */
export interface Chapter {
  readonly title: string
  readonly laws: ReadonlyArray<Law>
}

export const law = (name: string, holds: Holds<Client>): Law => ({ needs: "client", name, holds })

export const clientsLaw = (name: string, holds: Holds<Client & WithClients>): Law => ({ needs: "clients", name, holds })

export const otherKeyLaw = (name: string, holds: Holds<Client & { readonly other: Client }>): Law => ({
  needs: "otherKey",
  name,
  holds
})

export const worldLaw = (name: string, holds: Holds<WorldGround>): Law => ({ needs: "world", name, holds })

export const tenantsLaw = (name: string, holds: Holds<WorldGround & WithClients>): Law => ({
  needs: "worldAndClients",
  name,
  holds
})

export const refusalsLaw = (name: string, holds: Holds<WorldGround>): Law => ({
  needs: "worldAndRefusals",
  name,
  holds
})

export const retriesLaw = (name: string, holds: Holds<WorldGround>): Law => ({
  needs: "worldAndRetries",
  name,
  holds
})
