/** Hand-written list code, as one writes it in ten minutes: an async generator, and chunks of promises. It retries nothing. */
import { atOnce, type Client, countRows, readFirsts } from "./Client.ts"

interface Row {
  readonly roomId: string
}

interface RoomsPage {
  readonly rooms: ReadonlyArray<Row>
  readonly nextCursor: number | null
  readonly count: number
}

interface SessionsPage {
  readonly sessions: ReadonlyArray<{ readonly sessionId: string }>
}

const limit = 100

/** Gets a path below `/api/v2/sdk/rooms/`, and assumes that it is a `Page`, as such code does. */
export type Get = <Page>(path: string) => Promise<Page>

export const clientByHand = (get: Get): Client => {
  const page = (cursor?: number) => get<RoomsPage>(cursor === undefined ? "get-rooms" : `get-rooms?cursor=${cursor}`)
  const sessionsPage = (roomId: string, cursor: number) =>
    get<SessionsPage>(`session-details?roomId=${roomId}&limit=${limit}&cursor=${cursor}`)

  async function* rooms() {
    let answer = await page()
    yield* answer.rooms
    while (answer.nextCursor !== null) {
      answer = await page(answer.nextCursor)
      yield* answer.rooms
    }
  }

  /** Reads the first page, then the others in chunks, waiting for each chunk. */
  const roomsInChunks = async (size: number) => {
    const first = await page()
    let count = first.rooms.length
    const pages = Math.ceil(first.count / Math.max(1, first.rooms.length))
    for (let begin = 2; begin <= pages; begin += size) {
      const chunk = Array.from({ length: Math.min(size, pages - begin + 1) }, (_, index) => page(begin + index))
      for (const { rooms } of await Promise.all(chunk)) for (const row of rooms) if (row.roomId !== undefined) count++
    }
    return count
  }

  async function* sessions(roomId: string) {
    for (let cursor = 0; ; cursor++) {
      const answer = await sessionsPage(roomId, cursor)
      yield* answer.sessions
      if (answer.sessions.length < limit) return
    }
  }

  const countSessions = async (roomId: string) => {
    let count = 0
    for await (const { sessionId } of sessions(roomId)) if (sessionId !== undefined) count++
    return count
  }

  return {
    requests: atOnce(() => page()),
    rooms: (concurrency) => (concurrency === 1 ? countRows(rooms()) : roomsInChunks(concurrency)),
    firstRooms: readFirsts(rooms),
    sessions: countSessions,
    everything: async (concurrency) => {
      let count = 0
      const iterator = rooms()
      const worker = async () => {
        for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
          const sessions = await countSessions(next.value.roomId)
          count += sessions
        }
      }
      await Promise.all(Array.from({ length: concurrency }, worker))
      return count
    }
  }
}
