/**
 * The built site on a free port of this machine, and a headless Chromium to look at it with.
 */
import { createServer } from "node:http"
import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpStaticServer from "effect/http/HttpStaticServer"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { BrowserContext, Page } from "playwright-core"
import { root } from "../src/Document.ts"
import { launch } from "./Chromium.ts"

/** Where the site is built. */
export const folder = join(root, "docs", "build", "site")

/** A page in the browser, and what is wrong with it so far: errors in the console, and requests that the site does not answer. */
export interface Tab {
  readonly page: Page
  readonly problems: Array<string>
}

const watch = (page: Page, origin: string): Tab => {
  const problems: Array<string> = []
  const add = (problem: string) => problems.push(`${new URL(page.url()).pathname}: ${problem}`)
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") add(message.text())
  })
  page.on("pageerror", (error) => add(String(error)))
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) add(`asks for ${request.url()}`)
  })
  page.on("response", (response) => {
    if (response.status() >= 400) add(`${response.url()} is answered with ${response.status()}`)
  })
  return { page, problems }
}

/** The site, served. */
export class Site extends Context.Service<
  Site,
  {
    readonly origin: string
    /** A new tab, as wide as a phone. It closes with its scope. */
    readonly tab: Effect.Effect<Tab, never, Scope.Scope>
  }
>()("@effect-rooms/docs/Site") {
  static readonly layer = Layer.effect(
    Site,
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith((address) => Effect.succeed(address))
      const browser = yield* launch()
      const context: BrowserContext = yield* Effect.promise(() =>
        browser.newContext({ viewport: { width: 375, height: 667 }, reducedMotion: "reduce" })
      )
      context.setDefaultTimeout(20_000)
      const tab = Effect.acquireRelease(
        Effect.promise(() => context.newPage()),
        (page) => Effect.promise(() => page.close())
      ).pipe(Effect.map((page) => watch(page, origin)))
      return Site.of({ origin, tab })
    })
  ).pipe(
    Layer.provide(
      HttpRouter.serve(HttpStaticServer.layer({ root: folder }), { disableLogger: true, disableListenLog: true })
    ),
    Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
  )
}
