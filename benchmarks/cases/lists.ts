/** Whole lists: of rooms, of the sessions of one room, of the sessions of all rooms; near and far. */
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

/** A small list near by, with which a client warms up. */
const warmUpOptions = (walk: Walk): PlainOptions => ({
  rooms: walk === "Everything" ? 100 : 500,
  sessionsPerRoom: walk === "Sessions" ? 500 : 50,
  latencyMillis: 0,
  peers: walk === "Rooms"
})

/** Walks one list with each entry in turn. The first entry is the loop that the others are compared with. */
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
        const { latencyMillis, rooms, sessionsPerRoom } = list
        const expected = { Rooms: rooms, Sessions: sessionsPerRoom, Everything: rooms * sessionsPerRoom }[walk]
        const what = {
          Rooms: `${formatNumber(rooms)} rooms`,
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
        return { title: `${what}, ${latencyMillis} ms a request`, rounds: measured }
      }
    )
  )

const tableOf = ({ rounds, title }: Measured): Table => {
  const base = rounds.names[0] ?? ""
  return {
    title,
    columns: ["client, at once", "rows/s", "to the first", "requests", "CPU µs a row", "to the first", "peak MB"],
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

/** Every size, latency and concurrency, but for walks one at a time that take minutes. */
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
    "Whole lists, 10 rooms or 100 sessions a page, each row looked at once, by one walk after a warm-up. `fetch, by hand` one at a time is an async generator, at 16 chunks of `Promise.all` (rooms) or a pool (all rooms). Rows a second, requests that reached the server, CPU, peak memory.",
  notMeasured:
    "Lists that change while they are read: the hand-written loops and the peers lose rows there, and do not notice. Latency is a timer of the server, not a network.",
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

    /** How many times as fast one entry is as another. */
    const faster = ({ rounds }: Measured, entry: Entry, than: Entry) =>
      rounds.ratio(nameOf(entry), nameOf(than), perSecond)
    const all = [near, nearSessions, middle, far, farther, farSessions, everything, ...rest]
    return {
      tables: all.map(tableOf),
      targets: [
        atLeast(
          1.4,
          "100 000 rooms, 0 ms: rows/s one at a time, to the hand-written loop",
          faster(near, sequential, loop)
        ),
        atLeast(
          1.4,
          "100 000 rooms, 0 ms: rows/s at 16, to hand-written chunks of 16",
          faster(near, [ours, 16], chunks)
        ),
        atLeast(
          1.5,
          "100 000 sessions, 0 ms: rows/s one at a time, to the hand-written loop",
          faster(nearSessions, sequential, loop)
        ),
        atLeast(
          2,
          "100 000 sessions, 0 ms: rows/s at 16, to the hand-written loop",
          faster(nearSessions, [ours, 16], loop)
        ),
        atLeast(15, "10 000 rooms, 50 ms: at 16, to one at a time", faster(farther, [ours, 16], sequential)),
        atLeast(1, "10 000 rooms, 50 ms: at 16, to hand-written chunks of 16", faster(farther, [ours, 16], chunks)),
        atLeast(6.5, "1 000 rooms, 50 ms: at 8, to one at a time", faster(far, [ours, 8], sequential)),
        atLeast(11, "1 000 rooms, 50 ms: at 16, to one at a time", faster(far, [ours, 16], sequential)),
        atLeast(
          10,
          "10 000 sessions of one room, 50 ms: at 16, to one at a time",
          faster(farSessions, [ours, 16], sequential)
        ),
        atMost(
          2,
          "10 000 sessions of one room, 50 ms: requests at 16, to one at a time",
          farSessions.rounds.ratio(nameOf([ours, 16]), nameOf(sequential), requestsOf)
        ),
        atLeast(13, "200 rooms × sessions, 50 ms: at 16, to one at a time", faster(everything, [ours, 16], sequential))
      ],
      failures: all.flatMap(({ rounds, title }) => failuresOf(title, rounds.failures))
    }
  }
}
