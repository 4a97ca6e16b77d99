import { globSync } from "node:fs"
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

describe.skipIf(executablePath === undefined)("the site (SKIPPED where there is no chromium)", () => {
  layer(Site.layer, { timeout: 60_000 })((it) => {
    it.effect(
      "shows every page on a phone, and every page leads only to pages that are there",
      () =>
        Effect.gen(function* () {
          const { origin, tab } = yield* Site
          const first = `${origin}/`
          // Every address, with the page that leads to it.
          const seen = new Map([[first, "the beginning"]])
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
            const { page, problems: met } = yield* tab
            for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
              const looked = yield* Effect.result(look(page, url))
              if (Result.isFailure(looked)) {
                problems.push(`${url}, linked to from ${seen.get(url)}, cannot be shown: ${looked.failure.cause}`)
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
          yield* Effect.all([visit, visit], { concurrency: "unbounded" }).pipe(Effect.scoped)
          assert.deepStrictEqual(problems, [])

          const built = globSync("**/*.html", { cwd: folder }).filter((file) => file !== "404.html")
          const reached = new Set(
            [...seen.keys()].map((url) => url.slice(origin.length + 1).replace(/(^|\/)$/, "$1index.html"))
          )
          assert.deepStrictEqual(
            built.filter((file) => !reached.has(file)),
            [],
            "pages that no link leads to"
          )
        }).pipe(Effect.scoped),
      120_000
    )

    const search = (text: string) =>
      Effect.gen(function* () {
        const { origin, tab } = yield* Site
        const { page, problems } = yield* tab
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

    it.effect("finds a guide", () =>
      Effect.gen(function* () {
        const { found } = yield* search("property test")
        assert.isTrue(
          found.some((address) => address.startsWith("/guides/testing-your-program.html")),
          found.join("\n")
        )
      })
    )

    it.effect("finds a symbol of the API, and opens its page", () =>
      Effect.gen(function* () {
        const { opened } = yield* search("CreateOutcomeUnknown")
        assert.match(opened, /^\/api\//)
      })
    )

    it.effect("has what language models read", () =>
      Effect.gen(function* () {
        const { origin, tab } = yield* Site
        const { page } = yield* tab
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
