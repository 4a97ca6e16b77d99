import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { apiKey, connected, rooms } from "../../../fixtures/command.ts"
import { folder } from "../../../fixtures/emulator.ts"
import { type Asked, bytesOf, listed, send, whileTimePasses, withFiles } from "../../../fixtures/fileHost.ts"
import type { Answer } from "../../../fixtures/service.ts"

const bytes = bytesOf(100)

/** Downloads one recording with this URL. */
const download = Effect.fnUntraced(function* (
  recordingUrl: string,
  file: (asked: Asked) => Answer = (asked) => send(asked, bytes),
  ...flags: ReadonlyArray<string>
) {
  return yield* downloadFrom("https://rooms.example.com", recordingUrl, file, ...flags)
})

const downloadFrom = Effect.fnUntraced(function* (
  baseUrl: string,
  recordingUrl: string,
  file: (asked: Asked) => Answer = (asked) => send(asked, bytes),
  ...flags: ReadonlyArray<string>
) {
  const { names, path } = yield* folder
  const service = withFiles([listed("r1", 100, recordingUrl)], file)
  const environment = { ...connected, ROOMS_BASE_URL: baseUrl }
  const outcome = yield* whileTimePasses(
    rooms(["recordings", "download", "--to", path, ...flags], { service, environment })
  )
  return { ...outcome, names: names(), urls: service.asked.map(({ url }) => url), asked: service.asked }
}, Effect.scoped)

const redirect = (location: string, status = 302) => new Response("", { status, headers: { location } })

const file = "https://files.example.com/r1.mp4"

describe("the host of a file", () => {
  it.effect("never gets the API key, nor a redirect's next host, nor the service's own", () =>
    Effect.gen(function* () {
      const outcome = yield* download(file, (asked) =>
        asked.index === 0 ? redirect("https://other.example.com/x?y=z") : send(asked, bytes)
      )
      assert.deepStrictEqual([outcome.code, outcome.urls], [0, [file, "https://other.example.com/x?y=z"]])
      const own = yield* download("https://files.rooms.example.com/r1.mp4")
      for (const { headers, redirect } of [...outcome.asked, ...own.asked]) {
        assert.deepStrictEqual([[...headers.keys()], redirect], [["accept-encoding"], "manual"])
      }
      assert.notInclude(outcome.stdout + outcome.stderr, apiKey)
    })
  )

  it.effect("gets the URL as it was written: a signature is about that", () =>
    Effect.gen(function* () {
      const signed = "https://files.example.com/a%2Fb/r%201.mp4?sig=a%20b+c%2F~%7E&empty="
      assert.deepStrictEqual((yield* download(signed)).urls, [signed])
    })
  )

  it.effect("is not named with its query in a message: that may be a secret", () =>
    Effect.gen(function* () {
      const { stderr } = yield* download(`${file}?sig=s3cret`, () => new Response("", { status: 403 }))
      assert.match(stderr, /files\.example\.com answered 403/)
      assert.notInclude(stderr, "s3cret")
    })
  )

  it.effect("may redirect with each of these, to what is relative to it", () =>
    Effect.gen(function* () {
      for (const status of [301, 302, 303, 307, 308]) {
        const outcome = yield* download(file, (asked) =>
          asked.index === 0 ? redirect("../deep/r1?v=2", status) : send(asked, bytes)
        )
        assert.deepStrictEqual([outcome.code, outcome.urls[1]], [0, "https://files.example.com/deep/r1?v=2"])
      }
    })
  )

  it.effect("may redirect ten times, and no more", () =>
    Effect.gen(function* () {
      const hops = (most: number) => (asked: Asked) =>
        asked.index < most ? redirect(`/${asked.index}`) : send(asked, bytes)
      assert.strictEqual((yield* download(file, hops(10))).code, 0)
      const endless = yield* download(file, hops(Number.POSITIVE_INFINITY))
      assert.deepStrictEqual([endless.code, endless.urls.length], [8, 11])
    })
  )

  for (const [location, code] of [
    ["http://files.example.com/r1.mp4", 2],
    ["http://127.0.0.1/r1.mp4", 8],
    ["https://localhost/r1.mp4", 8],
    ["file:///etc/passwd", 8],
    ["data:text/plain,hello", 8],
    ["https://me:secret@files.example.com/", 8],
    ["https://", 8]
  ] as const) {
    it.effect(`may not redirect from https to ${location}`, () =>
      Effect.gen(function* () {
        const outcome = yield* download(file, () => redirect(location))
        assert.deepStrictEqual([outcome.code, outcome.urls, outcome.names], [code, [file], []])
        assert.notInclude(outcome.stderr, "secret")
      })
    )
  }
})

describe("a URL", () => {
  for (const [url, code] of [
    ["", 8],
    ["recordings/r1.mp4", 8],
    ["file:///etc/passwd", 8],
    ["data:text/plain,hello", 8],
    ["ftp://files.example.com/r1.mp4", 8],
    ["https://me@files.example.com/r1.mp4", 8],
    ["https://:secret@files.example.com/r1.mp4", 8],
    ["http://files.example.com/r1.mp4", 2],
    ["http://127.0.0.1.example.com/r1.mp4", 2],
    ["http://169.254.169.254/latest", 2],
    ["http://a.localhost/r1.mp4", 2],
    ["http://127.0.0.1:8080/r1.mp4", 8],
    ["http://localhost/r1.mp4", 8],
    ["https://[::1]:1/r1.mp4", 8]
  ] as const) {
    it.effect(`is refused before anybody is asked: ${JSON.stringify(url)}`, () =>
      Effect.gen(function* () {
        const outcome = yield* download(url)
        assert.deepStrictEqual([outcome.code, outcome.urls, outcome.names], [code, [], []])
        assert.match(outcome.stderr, /^rooms: recording "r1": [^\n]+\n1 failed\n$/)
      })
    )
  }

  it.effect("may be plain http on this machine, if the service is on it too", () =>
    Effect.gen(function* () {
      for (const baseUrl of ["http://localhost:4010", "http://127.1.2.3/v1", "https://[::1]"]) {
        for (const host of ["127.0.0.1:8080", "localhost", "[::1]:1"]) {
          assert.strictEqual((yield* downloadFrom(baseUrl, `http://${host}/r1.mp4`)).code, 0)
        }
      }
      const redirected = yield* downloadFrom("http://localhost:4010", "http://localhost/r1.mp4", (asked) =>
        asked.index === 0 ? redirect("http://127.0.0.1:8080/r1.mp4") : send(asked, bytes)
      )
      assert.strictEqual(redirected.code, 0)
    })
  )

  it.effect("never leads from another machine to this one, not even with --allow-insecure", () =>
    Effect.gen(function* () {
      const direct = yield* download("http://127.0.0.1:8080/r1.mp4", undefined, "--allow-insecure")
      assert.deepStrictEqual([direct.code, direct.urls], [8, []])
      assert.include(direct.stderr, "127.0.0.1:8080 on this machine")
      const plain = "http://files.example.com/r1.mp4"
      const redirected = yield* download(plain, () => redirect("http://localhost/r1.mp4"), "--allow-insecure")
      assert.deepStrictEqual([redirected.code, redirected.urls], [8, [plain]])
    })
  )

  it.effect("may be plain http elsewhere with --allow-insecure", () =>
    Effect.gen(function* () {
      const insecure = yield* download("http://files.example.com/r1.mp4", undefined, "--allow-insecure")
      assert.strictEqual(insecure.code, 0)
    })
  )
})

describe("a folder in which something else is in the way", () => {
  const into = (path: string, id = "r1") =>
    rooms(["recordings", "download", "--to", path], {
      service: withFiles([listed(id, 100)], (asked) => send(asked, bytes))
    })

  it.effect("is not left by a link that has the name of a file", () =>
    Effect.gen(function* () {
      const outside = yield* folder
      const { at, names, path } = yield* folder
      writeFileSync(outside.at("precious"), "precious")
      symlinkSync(outside.at("precious"), at("r1.mp4"))
      const { code, stderr } = yield* into(path)
      assert.strictEqual(code, 2)
      assert.match(stderr, /r1\.mp4 is a link/)
      assert.deepStrictEqual([names(), outside.read("precious")], [["r1.mp4"], "precious"])
    }).pipe(Effect.scoped)
  )

  it.effect("is not left by links that have the temporary names", () =>
    Effect.gen(function* () {
      const outside = yield* folder
      const { at, names, path } = yield* folder
      writeFileSync(outside.at("precious"), "precious")
      for (const name of [".r1.mp4.part", ".r1.mp4.part.json"]) symlinkSync(outside.at("precious"), at(name))
      assert.strictEqual((yield* into(path)).code, 0)
      assert.deepStrictEqual([names(), outside.names()], [["r1.mp4"], ["precious"]])
      assert.strictEqual(outside.read("precious"), "precious")
      assert.deepStrictEqual(new Uint8Array(readFileSync(at("r1.mp4"))), bytes)
    }).pipe(Effect.scoped)
  )

  it.effect("is not left by a part that is a link, where its version is known", () =>
    Effect.gen(function* () {
      const outside = yield* folder
      const { at, path } = yield* folder
      writeFileSync(outside.at("precious"), "precious")
      symlinkSync(outside.at("precious"), at(".r1.mp4.part"))
      writeFileSync(at(".r1.mp4.part.json"), '{"etag":"\\"v1\\"","size":100}')
      assert.strictEqual((yield* into(path)).code, 0)
      assert.strictEqual(outside.read("precious"), "precious")
      assert.deepStrictEqual(new Uint8Array(readFileSync(at("r1.mp4"))), bytes)
    }).pipe(Effect.scoped)
  )

  it.effect("may be a link itself: that is where the user wants it", () =>
    Effect.gen(function* () {
      const real = yield* folder
      const { at } = yield* folder
      symlinkSync(real.path, at("link"))
      assert.strictEqual((yield* into(at("link"))).code, 0)
      assert.deepStrictEqual([real.names(), readlinkSync(at("link"))], [["r1.mp4"], real.path])
    }).pipe(Effect.scoped)
  )

  it.effect("is not emptied: a folder with the name of a file stays", () =>
    Effect.gen(function* () {
      const { at, path } = yield* folder
      mkdirSync(at("r1.mp4"))
      const { code, stderr } = yield* into(path)
      assert.strictEqual(code, 2)
      assert.match(stderr, /r1\.mp4 is a folder/)
    }).pipe(Effect.scoped)
  )

  it.effect("exits with 1 and the reason of the system if nothing can be written", () =>
    Effect.gen(function* () {
      const { at, path } = yield* folder
      mkdirSync(at(".r1.mp4.part"))
      const { code, stderr } = yield* into(path)
      assert.strictEqual(code, 1)
      assert.match(stderr, /^rooms: recording "r1": [^\n]*\.part[^\n]*\n1 failed\n$/)
    }).pipe(Effect.scoped)
  )

  it.effect("gets nothing of a recording whose id leads out of it", () =>
    Effect.gen(function* () {
      const { at, names } = yield* folder
      mkdirSync(at("in"))
      const { code, stderr } = yield* into(at("in"), "../r1")
      assert.deepStrictEqual([code, names()], [8, ["in"]])
      assert.match(stderr, /^rooms: recording "\.\.\/r1": its id can't be a file name: it leads to another folder\n/)
    }).pipe(Effect.scoped)
  )
})
