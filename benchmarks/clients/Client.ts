/** What every client can be asked for, whatever it is made of. */

export interface Client {
  /** Asks for the first page of rooms `total` times, `concurrency` at once. */
  readonly requests: (total: number, concurrency: number) => Promise<void>
  /** Reads all rooms, looking at each, and gives how many there are. */
  readonly rooms?: (concurrency: number) => Promise<number>
  /** Reads the list up to its first room, so many times, one after the other. */
  readonly firstRooms?: (total: number) => Promise<void>
  /** Reads all sessions of one room. */
  readonly sessions?: (roomId: string, concurrency: number) => Promise<number>
  /** Reads all sessions of all rooms. */
  readonly everything?: (concurrency: number) => Promise<number>
}

/** A client of the server at `url`. */
export type MakeClient = (url: string) => Client

export const headers = { "x-api-key": "dev", accept: "application/json" }

/** Asks `total` times for something that is a promise, `concurrency` at once. */
export const atOnce =
  (ask: () => Promise<unknown>) =>
  async (total: number, concurrency: number): Promise<void> => {
    let left = total
    const worker = async () => {
      while (left-- > 0) await ask()
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }

interface Row {
  readonly id?: unknown
  readonly roomId?: unknown
  readonly sessionId?: unknown
}

/** Reads all rows of a list, looking at each. */
export const countRows = async (rows: AsyncIterable<Row>): Promise<number> => {
  let count = 0
  for await (const row of rows) if ((row.roomId ?? row.sessionId ?? row.id) !== undefined) count++
  return count
}

const readFirst = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of rows) return
}

/** Reads the first row of a list again and again. */
export const readFirsts =
  (list: () => AsyncIterable<unknown>) =>
  async (total: number): Promise<void> => {
    for (let index = 0; index < total; index++) await readFirst(list())
  }
