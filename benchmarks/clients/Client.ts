/** The operations that every benchmarked client offers. */

export interface Client {
  /** Requests the first page of rooms `total` times, with `concurrency` requests in flight. */
  readonly requests: (total: number, concurrency: number) => Promise<void>
  /** Reads and counts all rooms. */
  readonly rooms?: (concurrency: number) => Promise<number>
  /** Reads the first room of the list `total` times in sequence. */
  readonly firstRooms?: (total: number) => Promise<void>
  /** Reads all sessions of one room. */
  readonly sessions?: (roomId: string, concurrency: number) => Promise<number>
  /** Reads all sessions of all rooms. */
  readonly everything?: (concurrency: number) => Promise<number>
}

/** Creates a client for the server at `url`. */
export type MakeClient = (url: string) => Client

export const headers = { "x-api-key": "dev", accept: "application/json" }

/** Calls `ask` `total` times, with `concurrency` calls in flight. */
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

/** Reads and counts all rows of a list. */
export const countRows = async (rows: AsyncIterable<Row>): Promise<number> => {
  let count = 0
  for await (const row of rows) if ((row.roomId ?? row.sessionId ?? row.id) !== undefined) count++
  return count
}

const readFirst = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of rows) return
}

/** Reads the first row of a list repeatedly. */
export const readFirsts =
  (list: () => AsyncIterable<unknown>) =>
  async (total: number): Promise<void> => {
    for (let index = 0; index < total; index++) await readFirst(list())
  }
