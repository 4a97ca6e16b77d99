/** All clients by name. A process loads only the one that it measures. */
import type { MakeClient } from "./Client.ts"

const clients = {
  undici: () => import("./undici.ts"),
  fetch: () => import("./fetch.ts"),
  huddle01: () => import("./huddle01.ts"),
  openai: () => import("./openai.ts"),
  stripe: () => import("./stripe.ts"),
  octokit: () => import("./octokit.ts"),
  httpApiUndici: () => import("./httpApiUndici.ts"),
  effectFetch: () => import("./effectFetch.ts"),
  effectFetchTraced: () => import("./effectFetchTraced.ts"),
  effectNode: () => import("./effectNode.ts"),
  effectNodeTraced: () => import("./effectNodeTraced.ts"),
  promise: () => import("./promise.ts")
} satisfies Record<string, () => Promise<{ readonly make: MakeClient }>>

export type ClientName = keyof typeof clients

export const isClientName = (name: unknown): name is ClientName => typeof name === "string" && name in clients

export const loadClient = async (name: ClientName): Promise<MakeClient> => (await clients[name]()).make

/** How reports call them. */
export const titles: Readonly<Record<ClientName, string>> = {
  undici: "undici request, bare",
  fetch: "fetch, by hand",
  huddle01: "room SDK (hono client)",
  openai: "openai (Stainless)",
  stripe: "stripe",
  octokit: "octokit",
  httpApiUndici: "Effect's HttpApiClient, its undici layer",
  effectFetch: "effect-rooms, fetch",
  effectFetchTraced: "effect-rooms, fetch, traced",
  effectNode: "effect-rooms, node",
  effectNodeTraced: "effect-rooms, node, traced",
  promise: "effect-rooms, promise, fetch"
}

/** The fastest of our clients on Node: the one that the targets speak of. */
export const ours: ClientName = "effectNode"
