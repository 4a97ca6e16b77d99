import { globSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Page } from "playwright-core"
import { executablePath } from "./Chromium.ts"
import { folder, Site } from "./Site.ts"

const isMounted = () => {
  const app = document.querySelector("#app")
  return app !== null && "__vue_app__" in app
}

const withoutHash = (address: string) => address.replace(/#.*$/, "")

describe.skipIf(executablePath === undefined)("the site (SKIPPED without Chromium)", () => {
  layer(Site.layer, { timeout: 60_000 })((it) => {
    it.effect(
      "fits every page on a phone, and every link leads to a page",
      () =>
        Effect.gen(function* () {
          const { origin, tab } = yield* Site
          const first = `${origin}/`
          // Every address, with the page that links to it.
          const seen = new Map([[first, "the home page"]])
          const queue = [first]
          const problems: Array<string> = []

          const look = (page: Page, url: string) =>
            Effect.tryPromise(async () => {
              await page.goto(url)
              await page.waitForFunction(isMounted)
              return page.evaluate(() => ({
                links: [...document.links].filter((link) => !link.hasAttribute("download")).map(({ href }) => href),
                width: document.documentElement.scrollWidth
              }))
            })

          const visit = Effect.gen(function* () {
            const { page, problems: met } = yield* tab()
            for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
              const looked = yield* Effect.result(look(page, url))
              if (Result.isFailure(looked)) {
                problems.push(`${url}, linked to from ${seen.get(url)}, can't be shown: ${looked.failure.cause}`)
                continue
              }
              const { links, width } = looked.success
              if (width > 375) problems.push(`${url} is ${width} pixels wide`)
              for (const link of links.map(withoutHash)) {
                if (!link.startsWith(origin) || seen.has(link)) continue
                seen.set(link, url)
                queue.push(link)
              }
            }
            problems.push(...met)
          })

          // The first page fills the queue for the others.
          yield* Effect.scoped(visit)
          yield* Effect.all([visit, visit, visit], { concurrency: "unbounded" }).pipe(Effect.scoped)
          assert.deepStrictEqual(problems, [])

          const built = globSync("**/*.html", { cwd: folder }).filter((file) => file !== "404.html")
          const reached = new Set(
            [...seen.keys()].map((url) => url.slice(origin.length + 1).replace(/(^|\/)$/, "$1index.html"))
          )
          assert.deepStrictEqual(
            built.filter((file) => !reached.has(file)),
            [],
            "pages that no page links to"
          )
        }).pipe(Effect.scoped),
      300_000
    )

    const search = (text: string) =>
      Effect.gen(function* () {
        const { origin, tab } = yield* Site
        const { page, problems } = yield* tab()
        const found = yield* Effect.promise(async () => {
          await page.goto(`${origin}/`)
          await page.waitForFunction(isMounted)
          await page.locator("#local-search button").click()
          await page.locator("#localsearch-input").fill(text)
          const results = page.locator("#localsearch-list a")
          await results.first().waitFor()
          return results.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
        })
        const opened = yield* Effect.promise(async () => {
          await page.locator("#localsearch-list a").first().click()
          await page.locator(".VPLocalSearchBox").waitFor({ state: "detached" })
          return new URL(page.url()).pathname
        })
        assert.deepStrictEqual(problems, [])
        return { found, opened }
      })

    it.effect.each(["retry", "timeout", "createOnce", "AbortSignal", "attendance", "cloudflare"])(
      "finds a guide first for %s",
      (word) =>
        Effect.gen(function* () {
          const { found } = yield* search(word)
          assert.match(found[0] ?? "", /^\/(guides|concepts)\//, found.join("\n"))
        })
    )

    it.effect("finds a guide for a phrase", () =>
      Effect.gen(function* () {
        const { found } = yield* search("property test")
        assert.isTrue(
          found.some((address) => address.startsWith("/guides/testing-your-program.html")),
          found.join("\n")
        )
      })
    )

    it.effect("finds a symbol of the API if no guide mentions it, and opens its page", () =>
      Effect.gen(function* () {
        const { opened } = yield* search("defaultSessionsLimit")
        assert.match(opened, /^\/api\//)
      })
    )

    const open = (page: Page, path: string) =>
      Effect.gen(function* () {
        const { origin } = yield* Site
        yield* Effect.promise(async () => {
          await page.goto(`${origin}${path}`)
          await page.waitForFunction(isMounted)
        })
      })

    it.effect("has a home page with a program, two buttons, the version, the changelog and the source", () =>
      Effect.gen(function* () {
        const { tab } = yield* Site
        const { page, problems } = yield* tab({ width: 1400 })
        yield* open(page, "/")
        const home = yield* Effect.promise(async () => ({
          buttons: await page.locator(".VPHero .actions a").allTextContents(),
          program: await page.locator(".vp-doc pre").first().textContent(),
          nav: await page.locator(".VPNavBarMenu a").allTextContents(),
          logo: await page.locator(".VPNavBarTitle img").getAttribute("src"),
          favicon: await page.locator('link[rel="icon"]').getAttribute("href")
        }))
        assert.lengthOf(home.buttons, 2)
        assert.include(home.program, "sessions.participantsAll")
        assert.include(home.nav.join(" "), "Source")
        assert.match(home.nav.join(" "), /Not released yet|v\d/)
        assert.strictEqual(home.logo, "/logo.svg")
        assert.strictEqual(home.favicon, "/logo.svg")
        assert.deepStrictEqual(problems, [])
      })
    )

    const services = ["Rooms", "Sessions", "LiveRooms", "Recordings", "Metrics"]

    it.effect("starts the reference with the five services", () =>
      Effect.gen(function* () {
        const { tab } = yield* Site
        const { page } = yield* tab({ width: 1400 })
        yield* open(page, "/api/")
        const modules = yield* Effect.promise(() => page.locator(".vp-doc li a").allTextContents())
        assert.deepStrictEqual(
          modules.slice(0, 5),
          services.map((service) => `@effect-rooms/core/${service}`)
        )
      })
    )

    it.effect.each([1400, 390])("keeps every signature inside its box at %d pixels", (width) =>
      Effect.gen(function* () {
        const { tab } = yield* Site
        const { page } = yield* tab({ width })
        for (const service of services) {
          yield* open(page, `/api/@effect-rooms/core/${service}.html`)
          const wide = yield* Effect.promise(() =>
            page
              .locator("pre")
              .evaluateAll((boxes) =>
                boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent)
              )
          )
          assert.deepStrictEqual(wide, [], service)
        }
      })
    )

    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

    it.effect.each(["light", "dark"] as const)("passes the checks of axe in %s", (colorScheme) =>
      Effect.gen(function* () {
        const { tab } = yield* Site
        const { page } = yield* tab({ width: 1400, colorScheme })
        for (const path of [
          "/",
          "/overview.html",
          "/guides/errors-and-recovery.html",
          "/api/@effect-rooms/core/Rooms.html"
        ]) {
          yield* open(page, path)
          const violations = yield* Effect.promise(async () => {
            await page.evaluate(axe)
            return page.evaluate(`axe.run().then(({ violations }) =>
              violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`)
          })
          assert.deepStrictEqual(violations, [], path)
        }
      })
    )

    it.effect("serves every page as Markdown, and lists them in llms.txt", () =>
      Effect.gen(function* () {
        const { origin, tab } = yield* Site
        const { page } = yield* tab()
        const text = (path: string) =>
          Effect.promise(async () => {
            const response = await page.request.get(`${origin}/${path}`)
            assert.strictEqual(response.status(), 200, path)
            return response.text()
          })
        const index = yield* text("llms.txt")
        assert.match(index, /^# effect-rooms\n\n> /)
        const linked = [...index.matchAll(/\]\(([^)\s]+\.md)\)/g)].map(([, path = ""]) => path)
        assert.isAbove(linked.length, 50)
        yield* Effect.forEach(linked, text, { discard: true, concurrency: 4 })
        const full = yield* text("llms-full.txt")
        for (const words of ["# Test your program", "## createOnce", "# @effect-rooms/cli"]) assert.include(full, words)
      })
    )
  })
})
