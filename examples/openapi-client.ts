/**
 * Lists the sessions of a room with a client that is generated from the OpenAPI document. It needs no Effect, and no package
 * of this project at run time.
 *
 *     npx openapi-typescript node_modules/@effect-rooms/core/openapi.json --output build/rooms.d.ts
 *     ROOMS_BASE_URL=http://127.0.0.1:4010 ROOMS_API_KEY=dev node openapi-client.ts <room id>
 *
 * A generated client sends one request per call. It neither retries nor walks lists that change; `@effect-rooms/http-client` does.
 */

import createClient from "openapi-fetch"
import type { components, paths } from "./build/rooms.d.ts"

export type Session = components["schemas"]["Session"]

export const makeClient = (baseUrl: string, apiKey: string) =>
  createClient<paths>({ baseUrl, headers: { "x-api-key": apiKey } })

/** Returns the newest sessions of a room. A response with an error status is an `Error` with the service's message. */
export const newestSessions = async (
  client: ReturnType<typeof makeClient>,
  roomId: string
): Promise<ReadonlyArray<Session>> => {
  const { data, error } = await client.GET("/api/v2/sdk/rooms/session-details", {
    params: { query: { roomId, limit: 10 } }
  })
  if (error !== undefined) throw new Error(error.message)
  return data.sessions
}

const print = (sessions: ReadonlyArray<Session>) => {
  for (const { endTime, sessionId, startTime } of sessions) {
    const end = endTime === null || endTime === undefined ? "still running" : new Date(endTime).toISOString()
    console.log(sessionId, new Date(startTime).toISOString(), end)
  }
}

if (import.meta.main) {
  const { ROOMS_API_KEY: apiKey = "dev", ROOMS_BASE_URL: baseUrl = "http://127.0.0.1:4010" } = process.env
  const [roomId = ""] = process.argv.slice(2)
  newestSessions(makeClient(baseUrl, apiKey), roomId).then(print, (error: unknown) => {
    console.error(String(error))
    process.exitCode = 1
  })
}
