/** Our client for programs without Effect, over `fetch`: a promise a page, an async iterator a list. */
import { RoomsClient } from "@effect-rooms/promise"
import { atOnce, countRows, type MakeClient, readFirsts } from "./Client.ts"

export const make: MakeClient = (url) => {
  const { rooms, sessions } = new RoomsClient({ baseUrl: url, apiKey: "dev" })
  return {
    requests: atOnce(() => rooms.page()),
    rooms: (concurrency) => countRows(rooms.list({ concurrency })),
    firstRooms: readFirsts(() => rooms.list()),
    sessions: (roomId, concurrency) => countRows(sessions.list(roomId, { concurrency })),
    everything: async (concurrency) => {
      let count = 0
      for await (const { session } of sessions.listAll({ concurrency })) if (session.sessionId !== "") count++
      return count
    }
  }
}
