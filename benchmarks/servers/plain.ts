/**
 * The server for all clients: plain `node:http` that builds every body before the first request, so that its cost is small and the
 * same for all of them. It sends each client the same rows, in the shape that the client expects.
 */
import { createServer, type ServerResponse } from "node:http"
import { listening } from "./listening.ts"
import { itemsPage, roomIdOf, roomsPage, roomsPerPage, sessionsPage } from "./rows.ts"

export interface PlainOptions {
  readonly rooms: number
  readonly sessionsPerRoom: number
  /** The time before each response. */
  readonly latencyMillis: number
  /** Whether to serve the lists of other services too. */
  readonly peers: boolean
  /** Whether new rooms are added at the end of the list. */
  readonly oldestFirst?: boolean
}

const isOptions = (value: unknown): value is PlainOptions =>
  typeof value === "object" && value !== null && "rooms" in value && "latencyMillis" in value

const options: unknown = JSON.parse(process.argv[2] ?? "{}")
if (!isOptions(options)) throw new Error("no options")
const { latencyMillis, oldestFirst = false, peers, rooms, sessionsPerRoom } = options

interface Answer {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | number>>
}

const answer = (value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => {
  const body = Buffer.from(JSON.stringify(value))
  return { body, headers: { "content-type": "application/json", "content-length": body.length, ...headers } }
}

const pages = Math.max(1, Math.ceil(rooms / roomsPerPage))
const everyPage = (make: (page: number) => Answer) => Array.from({ length: pages + 1 }, (_, index) => make(index + 1))

const roomsAnswers = everyPage((page) => answer(roomsPage(rooms, page, roomsPerPage, oldestFirst)))
const itemsAnswers = peers ? everyPage((page) => answer(itemsPage(rooms, page, "/v1/customers"))) : []
const arrayAnswers = peers
  ? everyPage((page) =>
      answer(
        itemsPage(rooms, page, "").data,
        page < pages ? { link: `<{url}/rooms?page=${page + 1}>; rel="next"` } : {}
      )
    )
  : []

const usualLimit = 100
const sessionsAnswers = new Map<string, Answer>()
const sessionsAnswer = (roomId: string, cursor: number, limit: number): Answer => {
  const key = `${roomId} ${cursor} ${limit}`
  const made = sessionsAnswers.get(key) ?? answer(sessionsPage(roomId, sessionsPerRoom, cursor, limit))
  sessionsAnswers.set(key, made)
  return made
}
if (sessionsPerRoom > 0) {
  for (let number = 1; number <= rooms; number++) {
    for (let cursor = 0; cursor <= sessionsPerRoom / usualLimit; cursor++) {
      sessionsAnswer(roomIdOf(number), cursor, usualLimit)
    }
  }
}

const nothing = answer({ message: "not found" })
let url = ""
let requests = 0

/** Returns the page after the room with this id. Rooms are listed from the highest number down. */
const pageAfter = (id: string | null) =>
  id === null ? 1 : Math.floor((rooms - Number(id.slice(5)) + 1) / roomsPerPage) + 1

const find = (target: string): Answer | undefined => {
  const at = target.indexOf("?")
  const path = at < 0 ? target : target.slice(0, at)
  const query = new URLSearchParams(at < 0 ? "" : target.slice(at))
  switch (path) {
    case "/api/v2/sdk/rooms/get-rooms":
      return roomsAnswers[Number(query.get("cursor") ?? 1) - 1]
    case "/api/v2/sdk/rooms/session-details":
      return sessionsAnswer(
        query.get("roomId") ?? "",
        Number(query.get("cursor") ?? 0),
        Number(query.get("limit") ?? usualLimit)
      )
    case "/v1/customers":
      return itemsAnswers[pageAfter(query.get("starting_after")) - 1]
    case "/v1/files":
      return itemsAnswers[pageAfter(query.get("after")) - 1]
    case "/rooms": {
      const found = arrayAnswers[Number(query.get("page") ?? 1) - 1]
      const link = found?.headers.link
      return found === undefined || typeof link !== "string"
        ? found
        : { ...found, headers: { ...found.headers, link: link.replace("{url}", url) } }
    }
    default:
      return undefined
  }
}

const send = (response: ServerResponse, target: string) => {
  const found = find(target)
  response.writeHead(found === undefined ? 404 : 200, (found ?? nothing).headers)
  response.end((found ?? nothing).body)
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  requests++
  const target = request.url ?? "/"
  if (latencyMillis === 0) send(response, target)
  else setTimeout(send, latencyMillis, response, target)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address === null || typeof address !== "object") throw new Error("no address")
  url = `http://127.0.0.1:${address.port}`
  listening(url, () => requests)
})
