/** Whole lists: rooms, sessions of one room, sessions of all rooms, with and without latency. */
import { type ClientName, ours, titles } from "../clients/index.ts"
import type { Task } from "../programs/client.ts"
import type { PlainOptions } from "../servers/plain.ts"
import { roomsPerPage } from "../servers/rows.ts"
import { built } from "../src/Build.ts"
import { atLeast, atMost, type Case, failuresOf, type Table } from "../src/Case.ts"
import { clientContender } from "../src/Contenders.ts"
import { formatNumber } from "../src/formatNumber.ts"
import { interleaved, type Rounds } from "../src/Interleaved.ts"
import { cpuMicros, peakMegabytes, perSecond, type Sample } from "../src/Sample.ts"
import { at, type Scale } from "../src/Scale.ts"
import { withServer } from "../src/Server.ts"

type Walk = Exclude<Task["_tag"], "Requests" | "FirstRoom">

type Entry = readonly [client: ClientName, concurrency: number]

const nameOf = ([client, concurrency]: Entry) => `${titles[client]}, ${concurrency}`

const loop: Entry = ["fetch", 1]
const chunks: Entry = ["fetch", 16]
const sequential: Entry = [ours, 1]
const requestsOf = ({ requests = Number.NaN }: Sample) => requests

interface Measured {
  readonly title: string
  readonly rounds: Rounds
}

/** A small list without latency, for the warm-up. */
const warmUpOptions = (walk: Walk): PlainOptions => ({
  rooms: walk === "Everything" ? 100 : 500,
  sessionsPerRoom: walk === "Sessions" ? 500 : 50,
  latencyMillis: 0,
  peers: walk === "Rooms"
})

/** Reads one list with each entry in turn. The first entry is the loop that the others are compared with. */
const measureList = (
  walk: Walk,
  list: Omit<PlainOptions, "peers">,
  entries: ReadonlyArray<Entry>,
  rounds: number
): Promise<Measured> =>
  withServer(built("servers/plain"), warmUpOptions(walk), (warm) =>
    withServer(
      built("servers/plain"),
      { ...list, peers: list.latencyMillis === 0 && walk === "Rooms" },
      async (server) => {
        const { latencyMillis, oldestFirst = false, rooms, sessionsPerRoom } = list
        const expected = { Rooms: rooms, Sessions: sessionsPerRoom, Everything: rooms * sessionsPerRoom }[walk]
        const description = {
          Rooms: `${formatNumber(rooms)} rooms${oldestFirst ? ", oldest first" : ""}`,
          Sessions: `${formatNumber(sessionsPerRoom)} sessions of one room`,
          Everything: `the ${sessionsPerRoom} sessions of each of ${rooms} rooms`
        }[walk]
        const warmUp = { url: warm.url, times: 3 }
        const measured = await interleaved(
          entries.map((entry) => {
            const [client, concurrency] = entry
            return clientContender(client, { _tag: walk, concurrency }, { server, warmUp, expected }, nameOf(entry))
          }),
          rounds
        )
        return { title: `${description}, ${latencyMillis} ms latency`, rounds: measured }
      }
    )
  )

const tableOf = ({ rounds, title }: Measured): Table => {
  const base = rounds.names[0] ?? ""
  return {
    title,
    columns: [
      "client, requests in flight",
      "rows/s",
      "vs. first",
      "requests",
      "CPU µs per row",
      "vs. first",
      "peak MB"
    ],
    rows: rounds.names.map((name) => [
      name,
      rounds.median(name, perSecond),
      rounds.ratio(name, base, perSecond),
      rounds.median(name, requestsOf),
      rounds.median(name, cpuMicros),
      rounds.ratio(name, base, cpuMicros),
      rounds.median(name, peakMegabytes)
    ])
  }
}

const peers: ReadonlyArray<Entry> = [
  ["undici", 1],
  ["huddle01", 1],
  ["openai", 1],
  ["stripe", 1],
  ["octokit", 1]
]

const oursAt = (...concurrencies: ReadonlyArray<number>): ReadonlyArray<Entry> =>
  concurrencies.map((concurrency) => [ours, concurrency])

const others: ReadonlyArray<Entry> = [
  ["effectFetch", 1],
  ["effectFetch", 16],
  ["promise", 1],
  ["promise", 16]
]

const othersAt16 = others.filter(([, concurrency]) => concurrency === 16)

/** Every size, latency and concurrency, except for lists that take minutes to read one page at a time. */
const product = (scale: Scale): ReadonlyArray<() => Promise<Measured>> =>
  scale !== "full"
    ? []
    : [1_000, 10_000, 100_000].flatMap((rooms) =>
        [0, 5, 50].map((latencyMillis) => () => {
          const secondsInOrder = (rooms / roomsPerPage) * (latencyMillis / 1_000)
          const entries = [loop, chunks, ...oursAt(1, 2, 4, 8, 16, 32), ...othersAt16].filter(
            ([, concurrency]) => secondsInOrder / concurrency < 120
          )
          return measureList("Rooms", { rooms, sessionsPerRoom: 0, latencyMillis }, entries, 1)
        })
      )

export const lists: Case = {
  title: "Lists",
  measured:
    "Reading whole lists with 10 rooms or 100 sessions per page, once, after a warm-up. With one request at a time, `fetch, by hand` is an async generator; with 16, it is chunks of `Promise.all` (rooms) or a pool (sessions of all rooms).",
  notMeasured:
    "Lists that change while they're read: the hand-written loops and the other SDKs lose rows in them without noticing. Latency is a timer in the server, not a network.",
  run: async (scale) => {
    const near = await measureList(
      "Rooms",
      { rooms: at(scale, 500, 100_000), sessionsPerRoom: 0, latencyMillis: 0 },
      [loop, chunks, ...peers, ...oursAt(1, ...at(scale, [], [8]), 16, ...at(scale, [], [32])), ...others],
      at(scale, 1, 3, 5)
    )
    const nearSessions = await measureList(
      "Sessions",
      { rooms: 1, sessionsPerRoom: at(scale, 1_000, 100_000), latencyMillis: 0 },
      [loop, ["undici", 1], ["huddle01", 1], ...oursAt(1, 16), ...at(scale, othersAt16, others)],
      at(scale, 1, 5, 9)
    )
    const farLatency = at(scale, 5, 50)
    const far = await measureList(
      "Rooms",
      { rooms: at(scale, 200, 1_000), sessionsPerRoom: 0, latencyMillis: farLatency },
      [
        loop,
        ...oursAt(1, 8, 16),
        ...at<ReadonlyArray<Entry>>(scale, [], [chunks, ...oursAt(4, 32), ["huddle01", 1], ...othersAt16])
      ],
      at(scale, 1, 3)
    )
    const farther = await measureList(
      "Rooms",
      { rooms: at(scale, 300, 10_000), sessionsPerRoom: 0, latencyMillis: farLatency },
      [loop, chunks, ...oursAt(1, 16), ...at<ReadonlyArray<Entry>>(scale, [], [...oursAt(32), ...othersAt16])],
      1
    )
    const tail = await measureList(
      "Rooms",
      { rooms: at(scale, 300, 10_000), sessionsPerRoom: 0, latencyMillis: farLatency, oldestFirst: true },
      [loop, ...oursAt(1, 16)],
      1
    )
    const middle = await measureList(
      "Rooms",
      { rooms: at(scale, 100, 10_000), sessionsPerRoom: 0, latencyMillis: 5 },
      at(scale, oursAt(16), [loop, chunks, ...oursAt(1, 8, 16, 32), ...othersAt16]),
      at(scale, 1, 3)
    )
    const farSessions = await measureList(
      "Sessions",
      { rooms: 1, sessionsPerRoom: at(scale, 1_000, 10_000), latencyMillis: farLatency },
      [loop, ...oursAt(1, 16), ...at<ReadonlyArray<Entry>>(scale, [], [...oursAt(8), ["huddle01", 1], ...othersAt16])],
      at(scale, 1, 3)
    )
    const everything = await measureList(
      "Everything",
      { rooms: at(scale, 20, 200), sessionsPerRoom: 50, latencyMillis: farLatency },
      [
        loop,
        chunks,
        ...oursAt(1, 16),
        ...at<ReadonlyArray<Entry>>(scale, [], [...oursAt(8), ["huddle01", 1], ...othersAt16])
      ],
      at(scale, 1, 2, 3)
    )
    const rest: Array<Measured> = []
    for (const measure of product(scale)) rest.push(await measure())

    /** Returns one entry's rate divided by another's. */
    const faster = ({ rounds }: Measured, entry: Entry, than: Entry) =>
      rounds.ratio(nameOf(entry), nameOf(than), perSecond)
    const all = [near, nearSessions, middle, far, farther, tail, farSessions, everything, ...rest]
    return {
      tables: all.map(tableOf),
      targets: [
        atLeast(
          1.35,
          "100 000 rooms, 0 ms, one at a time: rows/s compared with the hand-written loop",
          faster(near, sequential, loop)
        ),
        atLeast(
          1.4,
          "100 000 rooms, 0 ms, 16 in flight: rows/s compared with hand-written chunks of 16",
          faster(near, [ours, 16], chunks)
        ),
        atLeast(
          1.2,
          "100 000 sessions, 0 ms, one at a time: rows/s compared with the hand-written loop",
          faster(nearSessions, sequential, loop)
        ),
        atLeast(
          1.9,
          "100 000 sessions, 0 ms, 16 in flight: rows/s compared with the hand-written loop",
          faster(nearSessions, [ours, 16], loop)
        ),
        atLeast(
          15,
          "10 000 rooms, 50 ms, 16 in flight: rows/s compared with one at a time",
          faster(farther, [ours, 16], sequential)
        ),
        atLeast(
          1,
          "10 000 rooms, 50 ms, 16 in flight: rows/s compared with hand-written chunks of 16",
          faster(farther, [ours, 16], chunks)
        ),
        atLeast(
          6.5,
          "1 000 rooms, 50 ms, 8 in flight: rows/s compared with one at a time",
          faster(far, [ours, 8], sequential)
        ),
        atLeast(
          11,
          "1 000 rooms, 50 ms, 16 in flight: rows/s compared with one at a time",
          faster(far, [ours, 16], sequential)
        ),
        atLeast(
          8,
          "10 000 rooms, oldest first, 50 ms, 16 in flight: rows/s compared with one at a time",
          faster(tail, [ours, 16], sequential)
        ),
        atMost(
          1.1,
          "10 000 rooms, oldest first, 50 ms, one at a time: requests per page",
          tail.rounds.median(nameOf(sequential), requestsOf) / (at(scale, 300, 10_000) / roomsPerPage)
        ),
        atLeast(
          10,
          "10 000 sessions of one room, 50 ms, 16 in flight: rows/s compared with one at a time",
          faster(farSessions, [ours, 16], sequential)
        ),
        atMost(
          2,
          "10 000 sessions of one room, 50 ms, 16 in flight: requests compared with one at a time",
          farSessions.rounds.ratio(nameOf([ours, 16]), nameOf(sequential), requestsOf)
        ),
        atLeast(
          13,
          "sessions of 200 rooms, 50 ms, 16 in flight: rows/s compared with one at a time",
          faster(everything, [ours, 16], sequential)
        )
      ],
      failures: all.flatMap(({ rounds, title }) => failuresOf(title, rounds.failures))
    }
  }
}
