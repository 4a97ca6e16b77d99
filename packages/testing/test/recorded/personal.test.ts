/**
 * A thousand generated exchanges whose recording contains nothing personal.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { apiKey, createRoom, json, layerScript, MemoryDisk, recording, send, text } from "../fixtures/recording.ts"

const parts = [
  "Ada",
  "Łukasz",
  "李明",
  "zoë",
  '"',
  "\\",
  "/",
  "<b>",
  "&",
  "%41",
  "😀",
  "\n",
  "O'Hara",
  "=?",
  "+49",
  "\u2028"
]

/** Plausible and implausible exchanges, and every personal value in them. */
const generate = Effect.map(Random.Random, (random) => {
  const below = (limit: number) => Math.floor(random.nextDoubleUnsafe() * limit)
  const pick = <A>(list: readonly [A, ...Array<A>]): A => list[below(list.length)] ?? list[0]
  const personal = new Set<string>()
  let count = 0

  const word = () => {
    const value = `${pick(["Ada", "Bo", "Čen"])}${parts[below(parts.length)]}${parts[below(parts.length)]}#${count++}`
    personal.add(value)
    return value
  }
  const phone = () => {
    const value = 4_900_000_000_000 + count++
    personal.add(String(value))
    return value
  }
  const value = (depth: number): unknown =>
    pick<() => unknown>([
      word,
      word,
      phone,
      () => `https://meet.example.com/${encodeURIComponent(word())}?name=${encodeURIComponent(word())}`,
      () => `${word().replace(/[\s@]/g, "")}@example.com`,
      () => (depth > 3 ? null : Array.from({ length: below(4) }, () => value(depth + 1))),
      () => (depth > 3 ? true : metadata(depth + 1)),
      () => JSON.stringify({ name: word() })
    ])()
  const metadata = (depth = 0) =>
    Object.fromEntries(["title", "displayName", "hosts", "a", "b"].slice(below(5)).map((key) => [key, value(depth)]))
  const sentMetadata = () =>
    pick<() => unknown>([metadata, metadata, () => JSON.stringify(metadata()), () => null, word])()

  const spelled = (value: string) =>
    pick([
      value,
      value.toUpperCase(),
      encodeURIComponent(value),
      JSON.stringify(value),
      value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    ])

  const exchange = () => {
    const known = word()
    const bodies: readonly [() => unknown, ...Array<() => unknown>] = [
      () => ({ rooms: [{ roomId: "room", createdAt: 1, roomLocked: false, metadata: sentMetadata() }], count: 1 }),
      () => ({ roomId: "room", roomLocked: true, metadata: sentMetadata(), title: word(), owner: { name: word() } }),
      () => ({ participants: [{ peerId: word(), joinTime: 1, metadata: sentMetadata(), walletAddress: word() }] }),
      () => ({
        recordings: [
          { id: "rec", recordingUrl: `https://cdn/${encodeURIComponent(word())}.mp4?sig=${encodeURIComponent(word())}` }
        ]
      }),
      () => ({
        message: `refused: ${spelled(known)} for ${spelled(apiKey)}`,
        metadata: { title: known },
        errors: [word()]
      }),
      () => [word(), [word()]],
      word
    ]
    const body = pick(bodies)()
    const status = pick([200, 200, 400, 404, 500])
    const headers = { "x-request-id": pick(["req", spelled(apiKey)]), server: word(), "set-cookie": `name=${known}` }
    const cut = JSON.stringify(body).slice(0, 40)
    return {
      answer: below(10) === 0 ? text(`${cut} …`, { status, headers }) : json(body, { status, headers }),
      sent: below(3) === 0 ? { body: { roomLocked: false, metadata: sentMetadata(), note: word() } } : {}
    }
  }
  const exchanges = Array.from({ length: 1000 }, exchange)
  return { exchanges, personal }
})

/** The ways in which a value could be found in a file. */
const readings = (value: string) => [
  ...new Set([
    value.toLowerCase(),
    JSON.stringify(value).slice(1, -1).toLowerCase(),
    JSON.stringify(JSON.stringify(value)).slice(3, -3).toLowerCase(),
    encodeURIComponent(value).toLowerCase()
  ])
]

it.effect("a recording of a thousand generated exchanges contains no personal value and no key", () =>
  Effect.gen(function* () {
    const { exchanges, personal } = yield* Random.withSeed(generate, "nothing personal")
    const disk = new MemoryDisk()
    yield* recording(
      disk,
      layerScript(...exchanges.map(({ answer }) => answer)),
      Effect.forEach(exchanges, ({ sent }) => send(createRoom, sent))
    )
    assert.strictEqual(disk.exchanges.length, 1000)
    assert.isAbove(personal.size, 3000)
    // The distinct strings and numbers of the file, without pseudonyms.
    const tokens = disk.text.match(/"(?:[^"\\]|\\.)*"|[^"\s,:{}[\]]+/g) ?? []
    const file = Array.from(new Set(tokens.map((token) => token.replace(/redacted-\d+|^-?[\d.]{1,7}$/g, ""))))
      .join("\n")
      .toLowerCase()
    const found = Array.from(personal).filter((value) => readings(value).some((reading) => file.includes(reading)))
    assert.deepStrictEqual(found, [])
    for (const reading of readings(apiKey)) assert.notInclude(file, reading)
    // The recording isn't empty.
    assert.isAbove(disk.text.split("redacted-").length, 3000)
    for (const name of ["peerid", "title", "displayname", "recordings"]) assert.include(file, `"${name}"`)
  })
)
