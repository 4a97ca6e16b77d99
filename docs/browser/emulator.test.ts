/**
 * What a web page can do to an emulator on the same machine, in a real browser.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Emulator } from "@effect-rooms/emulator"
import { Scenario, World } from "@effect-rooms/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Page } from "playwright-core"
import { executablePath, launch } from "./Chromium.ts"

/** Opens a page of an origin whose name leads to this machine. Only the page itself comes from somewhere else. */
class Browser extends Context.Service<Browser, { readonly pageOf: (origin: string) => Effect.Effect<Page> }>()(
  "@effect-rooms/docs/Browser"
) {
  static readonly layer = Layer.effect(
    Browser,
    Effect.gen(function* () {
      const names = ["evil.test", "127.0.0.1.evil.test", "rooms.test"]
      const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join(", ")
      const browser = yield* launch([
        `--host-resolver-rules=${rules}`,
        // Newer versions ask the user before a public page may call this machine; the emulator must not rely on it.
        "--disable-features=LocalNetworkAccessChecks"
      ])
      return {
        pageOf: (origin) =>
          Effect.promise(async () => {
            const page = await browser.newPage()
            await page.route(`${origin}/page`, (route) =>
              route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A page</title>" })
            )
            await page.goto(`${origin}/page`)
            return page
          })
      }
    })
  )
}

/** How a page's request ended: with a status, with one that it may not see, or with none. */
type Outcome = number | "opaque" | "failed"

/** Sends a request from a script of the page. `blob` is a body that has no type. */
const send = (
  page: Page,
  url: string,
  options: { readonly method?: string; readonly mode?: RequestMode; readonly blob?: string } = {}
): Effect.Effect<Outcome> =>
  Effect.promise(() =>
    page.evaluate(
      async ({ blob, url, ...init }) => {
        try {
          const response = await fetch(url, { ...init, ...(blob === undefined ? {} : { body: new Blob([blob]) }) })
          return response.type === "opaque" ? "opaque" : response.status
        } catch {
          return "failed"
        }
      },
      { url, ...options }
    )
  )

/** Submits a form, as a page can without any script of the other side. What the browser then shows. */
const submit = (page: Page, action: string, enctype: string) =>
  Effect.promise(async () => {
    const answered = page.waitForResponse(action)
    await page.evaluate(
      ({ action, enctype }) => {
        const form = document.createElement("form")
        Object.assign(form, { method: "POST", action, enctype })
        const field = document.createElement("input")
        Object.assign(field, { name: '{"nowMillis":0,"a":"', value: '"}' })
        form.append(field)
        document.body.append(form)
        form.submit()
      },
      { action, enctype }
    )
    return (await answered).status()
  })

/** Everything that a page could want to change: the rooms, the faults, the quirks, and the clock. */
const state = (url: string) =>
  Effect.promise(async () => {
    const texts = ["world", "faults", "quirks"].map(async (name) => (await fetch(`${url}/__emulator/${name}`)).text())
    const { isFrozen, nowMillis } = await (await fetch(`${url}/__emulator/clock`)).json()
    assert.isAbove(nowMillis, 1_000_000_000_000)
    return [...(await Promise.all(texts)), isFrozen]
  })

const roomCount = World.use((world) => Effect.map(world.snapshot, ({ tenants }) => tenants[0]?.rooms.length))

const evil = "http://evil.test:1"

const services = Layer.merge(Browser.layer, Emulator.layer({ allowedHosts: ["rooms.test"] }))

describe.skipIf(executablePath === undefined)("the emulator in a browser (SKIPPED if there is no chromium)", () => {
  layer(services, { excludeTestServices: true, timeout: 60_000 })((it) => {
    it.effect("is not changed by requests that a page of another origin may send without asking", () =>
      Effect.gen(function* () {
        const { url } = yield* Emulator
        yield* (yield* World).seed(Scenario.make(Scenario.room("Stand-up")))
        const page = yield* (yield* Browser).pageOf(evil)
        const before = yield* state(url)
        for (const base of ["__emulator", "%5F_emulator", "__%65mulator"]) {
          const post = (path: string, blob?: string) =>
            send(page, `${url}/${base}/${path}`, {
              method: "POST",
              mode: "no-cors",
              ...(blob === undefined ? {} : { blob })
            })
          // What the page sees says nothing: the browser doesn't tell it apart from success.
          assert.strictEqual(yield* post("world/reset"), "opaque")
          assert.strictEqual(yield* post("clock/freeze"), "opaque")
          assert.strictEqual(yield* post("clock/set", '{"nowMillis":0}'), "opaque")
          assert.strictEqual(yield* post("faults", '{"action":{"_tag":"Refuse"}}'), "opaque")
          assert.strictEqual(yield* post("connections/refuse", '{"millis":600000}'), "opaque")
          assert.strictEqual(yield* post("world/seed", '{"rooms":[{}]}'), "opaque")
        }
        assert.deepStrictEqual(yield* state(url), before)
        assert.strictEqual(yield* roomCount, 1)
      })
    )

    it.effect("is not changed by a form", () =>
      Effect.gen(function* () {
        const { url } = yield* Emulator
        const before = yield* state(url)
        for (const path of ["world/reset", "clock/set"]) {
          for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
            const page = yield* (yield* Browser).pageOf(evil)
            assert.strictEqual(yield* submit(page, `${url}/__emulator/${path}`, enctype), 403)
          }
        }
        assert.deepStrictEqual(yield* state(url), before)
      })
    )

    it.effect("tells a page of another origin nothing", () =>
      Effect.gen(function* () {
        const { url } = yield* Emulator
        const page = yield* (yield* Browser).pageOf(evil)
        for (const path of ["/__emulator/world", "/%5F_emulator/world", "/", "/api/v2/sdk/metrics"]) {
          assert.strictEqual(yield* send(page, url + path), "failed")
        }
        assert.strictEqual(yield* send(page, `${url}/__emulator/world/reset`, { method: "PUT" }), "failed")
      })
    )

    for (const name of ["evil.test", "127.0.0.1.evil.test"]) {
      it.effect(`refuses a page whose own name leads to it, which is of its origin for the browser: ${name}`, () =>
        Effect.gen(function* () {
          const { port, url } = yield* Emulator
          const before = yield* state(url)
          const page = yield* (yield* Browser).pageOf(`http://${name}:${port}`)
          for (const path of ["/", "/docs", "/__emulator/world", "/%5F_emulator/world", "/api/v2/sdk/metrics"]) {
            assert.strictEqual(yield* send(page, path), 403, path)
          }
          for (const path of ["/__emulator/world/reset", "/%5F_emulator/clock/freeze"]) {
            assert.strictEqual(yield* send(page, path, { method: "POST" }), 403, path)
          }
          assert.deepStrictEqual(yield* state(url), before)
        })
      )
    }

    it.effect("is driven by its own page, under each of the names that are allowed", () =>
      Effect.gen(function* () {
        const { port } = yield* Emulator
        for (const host of ["127.0.0.1", "localhost", "app.localhost", "rooms.test"]) {
          const page = yield* (yield* Browser).pageOf(`http://${host}:${port}`)
          assert.strictEqual(yield* send(page, "/__emulator/world"), 200, host)
          assert.strictEqual(yield* send(page, "/__emulator/world/reset", { method: "POST" }), 204, host)
        }
        // Two names of one machine are two origins.
        const page = yield* (yield* Browser).pageOf(`http://localhost:${port}`)
        const other = `http://127.0.0.1:${port}/__emulator/world`
        assert.strictEqual(yield* send(page, other), "failed")
        assert.strictEqual(yield* send(page, `${other}/reset`, { method: "POST", mode: "no-cors" }), "opaque")
      })
    )

    it.effect("shows its documents to somebody who follows a link of another site", () =>
      Effect.gen(function* () {
        const { url } = yield* Emulator
        const page = yield* (yield* Browser).pageOf(evil)
        const status = yield* Effect.promise(async () => {
          const answered = page.waitForResponse(`${url}/__emulator/docs`)
          await page.evaluate((href) => location.assign(href), `${url}/__emulator/docs`)
          return (await answered).status()
        })
        assert.strictEqual(status, 200)
      })
    )
  })
})
