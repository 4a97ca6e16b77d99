/** An SDK for a service of this kind, on hono's client over `fetch`, in the loop that its users write. Nothing is checked or retried. */
import { API } from "@huddle01/server-sdk/api"
import { atOnce, countRows, type MakeClient, readFirsts } from "./Client.ts"

const { fetch } = globalThis
const limit = 100

export const make: MakeClient = (url) => {
  // It has no option for the address: whatever it asks for is asked of our server.
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(url + pathname + search, init)
  }
  const api = new API({ apiKey: "dev" })

  async function* rooms() {
    let page = await api.getRooms()
    yield* page.rooms
    while (page.nextCursor !== null) {
      page = await api.getRooms({ cursor: page.nextCursor })
      yield* page.rooms
    }
  }

  const countSessions = async (roomId: string) => {
    let count = 0
    for (let cursor = 0; ; cursor++) {
      const sessions = await api.getRoomSessions({ roomId, limit, cursor })
      for (const { sessionId } of sessions) if (sessionId !== undefined) count++
      if (sessions.length < limit) return count
    }
  }

  return {
    requests: atOnce(() => api.getRooms()),
    rooms: () => countRows(rooms()),
    firstRooms: readFirsts(rooms),
    sessions: countSessions,
    everything: async () => {
      let count = 0
      for await (const { roomId } of rooms()) {
        const sessions = await countSessions(roomId)
        count += sessions
      }
      return count
    }
  }
}
