/** The rows of the plain server: the same for every client, in the shape of the client's own service. */

export const roomsPerPage = 10

/** Rooms are numbered from the oldest. Their ids are as long as those of a deployed service. */
export const roomIdOf = (number: number): string => `room-${String(number).padStart(9, "0")}`

export const sessionIdOf = (roomId: string, number: number): string => `${roomId}-${String(number).padStart(7, "0")}`

const firstCreated = 1_735_689_600_000

const metadataOf = (number: number) => ({
  title: `Stand-up ${number}`,
  hostWallets: ["0x29f54719e88332e70550cf8737293436e9d7b10b"]
})

const createdAtOf = (number: number) => firstCreated + number * 60_000

/** A room in the contract's shape. */
export const room = (number: number) => ({
  roomId: roomIdOf(number),
  createdAt: createdAtOf(number),
  roomLocked: number % 7 === 0,
  metadata: number % 5 === 0 ? null : metadataOf(number)
})

/** The same room for services that call ids `id`. */
export const item = (number: number) => {
  const { roomId, ...rest } = room(number)
  return { id: roomId, ...rest }
}

export const session = (roomId: string, number: number) => ({
  sessionId: sessionIdOf(roomId, number),
  startTime: firstCreated + number * 3_600_000,
  endTime: number % 50 === 0 ? null : firstCreated + number * 3_600_000 + 1_800_000
})

/** Returns `size` numbers in descending order: the newest comes first. */
const downwards = (highest: number, size: number) => Array.from({ length: size }, (_, index) => highest - index)

/** Returns a page of rooms by its number, counted from 1. */
export const roomsPage = (count: number, page: number, size = roomsPerPage, oldestFirst = false) => {
  const before = (page - 1) * size
  const newestFirst = downwards(count - before, Math.max(0, Math.min(size, count - before)))
  const rooms = newestFirst.map((number) => room(oldestFirst ? count + 1 - number : number))
  return {
    rooms,
    pageSize: rooms.length,
    current: page,
    nextCursor: before + rooms.length < count ? page + 1 : null,
    prevCursor: page > 1 ? page - 1 : null,
    count
  }
}

export const sessionsPage = (roomId: string, count: number, cursor: number, limit: number) => {
  const before = cursor * limit
  const size = Math.max(0, Math.min(limit, count - before))
  return { sessions: downwards(count - before, size).map((number) => session(roomId, number)) }
}

/** Returns the same page in the shape of other services: `data`, and whether there is more. */
export const itemsPage = (count: number, page: number, url: string) => {
  const before = (page - 1) * roomsPerPage
  const data = downwards(count - before, Math.max(0, Math.min(roomsPerPage, count - before))).map(item)
  return { object: "list", url, data, has_more: before + data.length < count }
}
