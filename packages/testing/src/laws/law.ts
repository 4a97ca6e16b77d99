/**
 * Laws: promises of the five services, as tests.
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

/** The five services of one API key. */
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

/** A client and its world. */
export interface WorldGround extends Client {
  readonly world: World["Service"]
  readonly quirks: Quirks
  /** The most attempts that the client makes for a request. */
  readonly attempts: number
}

/** Makes clients of the same service for other API keys. */
export interface WithClients {
  readonly clientOf: (apiKey: Redacted.Redacted<string>) => Effect.Effect<Client, unknown, Scope.Scope>
}

/** The test of a law. It fails with a failed assertion or with any other error. */
export type Holds<Ground> = (ground: Ground) => Effect.Effect<void, unknown, Scope.Scope>

/** A promise of the services. Its name is the promise. */
export type Law =
  /** Holds for every service, however it reads the contract. */
  | { readonly needs: "client"; readonly name: string; readonly holds: Holds<Client> }
  | { readonly needs: "clients"; readonly name: string; readonly holds: Holds<Client & WithClients> }
  | { readonly needs: "otherKey"; readonly name: string; readonly holds: Holds<Client & { readonly other: Client }> }
  /** Makes its own data in a world. */
  | { readonly needs: "world"; readonly name: string; readonly holds: Holds<WorldGround> }
  | { readonly needs: "worldAndClients"; readonly name: string; readonly holds: Holds<WorldGround & WithClients> }
  /** Needs faults that refuse connections. */
  | { readonly needs: "worldAndRefusals"; readonly name: string; readonly holds: Holds<WorldGround> }
  /** Needs a client that retries. */
  | { readonly needs: "worldAndRetries"; readonly name: string; readonly holds: Holds<WorldGround> }

/** The laws about one subject. */
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
