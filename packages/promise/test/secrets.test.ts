import { assert, describe, it } from "@effect/vitest"
import { key } from "../../http-client/test/fixtures/recordingClient.ts"
import { printed } from "../../http-client/test/fixtures/shown.ts"
import { InvalidConfiguration, RoomsClient, type RoomsClientOptions } from "../src/index.ts"
import { type Answer, answering, json, rejectionOf } from "./fixtures/scripted.ts"

const spellings = [key, encodeURIComponent(key), key.replaceAll("&", "&amp;").replaceAll("<", "&lt;")]

const assertHidden = (value: unknown) => {
  const shown = [...printed(value), ...(value instanceof Error ? [String(value.stack)] : [])]
  for (const text of shown) {
    for (const spelling of spellings) assert.notInclude(text.toLowerCase(), spelling.toLowerCase())
  }
}

const chatty = Object.assign(new Error(`socket hang up, x-api-key: ${key}`), {
  code: "ECONNRESET",
  request: { headers: { "x-api-key": key } }
})

const echoes: ReadonlyArray<readonly [string, Answer]> = [
  ["an answer", () => json({ message: `unknown key ${key}` }, { status: 401, headers: { "x-request-id": key } })],
  ["a page of a gateway", () => new Response(`<p>${encodeURIComponent(key)}</p>`, { status: 502 })],
  [
    "a redirect",
    () => new Response("", { status: 302, headers: { location: `/login?key=${encodeURIComponent(key)}` } })
  ],
  ["a wrong answer", () => json({ totalSessions: key })],
  ["a broken connection", () => Promise.reject(chatty)]
]

describe("the API key is not in", () => {
  it("a client, used or not, or any part of it", async () => {
    const { client } = answering(() => json({ rooms: [], pageSize: 0, current: 1, count: 0 }))
    assertHidden(client)
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    await iterator.next()
    await client.rooms.page()
    for (const part of [client, client.rooms, client.rooms.list(), iterator, Object.values(client)]) assertHidden(part)
  })

  it.each(echoes)("the error of %s that echoes it", async (_, answer) => {
    const { client, sent } = answering(answer)
    for (const error of [
      await rejectionOf(client.metrics.get()),
      await rejectionOf(client.rooms.create()),
      await rejectionOf(client.rooms.list().toArray())
    ]) {
      assert.instanceOf(error, Error)
      assertHidden(error)
    }
    assert.isTrue(sent.every(({ headers }) => headers.get("x-api-key") === key))
  })

  it("the error of a client that could not be made", () => {
    const rows: ReadonlyArray<RoomsClientOptions> = [
      { baseUrl: "http://rooms.example.com", apiKey: key },
      { baseUrl: "https://rooms.example.com", apiKey: `${key}\n` },
      { baseUrl: `https://${encodeURIComponent(key)}@rooms.example.com`, apiKey: key }
    ]
    for (const options of rows) {
      try {
        new RoomsClient(options)
        assert.fail("it should have thrown")
      } catch (error) {
        assert.instanceOf(error, InvalidConfiguration)
        assertHidden(error)
      }
    }
  })
})
