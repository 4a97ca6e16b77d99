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
import type { Page } from "playwright-core"
import { root } from "../src/Document.ts"
import { launch } from "./Chromium.ts"

/** The folder of the built site. */
export const folder = join(root, "docs", "build", "site")

/** A page in the browser, and its problems so far: errors in the console, and requests that the site doesn't answer. */
export interface Tab {
  readonly page: Page
  readonly problems: Array<string>
}

const watch = (page: Page, origin: string): Tab => {
  const problems: Array<string> = []
  const add = (problem: string) => problems.push(`${new URL(page.url()).pathname}: ${problem}`)
  page.on("console", (message) => {
    // On a slow machine, Chromium warns that a font was preloaded too early.
    const isAboutSpeed = message.text().includes("was preloaded using link preload but not used within")
    if ((message.type() === "error" || message.type() === "warning") && !isAboutSpeed) add(message.text())
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

/** How a page is shown. Default: light, and as wide as a phone. */
export interface View {
  readonly width?: number
  readonly colorScheme?: "light" | "dark"
}

/** The site, served. */
export class Site extends Context.Service<
  Site,
  {
    readonly origin: string
    /** Opens a tab, which closes with its scope. */
    readonly tab: (view?: View) => Effect.Effect<Tab, never, Scope.Scope>
  }
>()("@effect-rooms/docs/Site") {
  static readonly layer = Layer.effect(
    Site,
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith((address) => Effect.succeed(address))
      const browser = yield* launch()
      const tab = ({ colorScheme = "light", width = 375 }: View = {}) =>
        Effect.acquireRelease(
          Effect.promise(() =>
            browser.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: "reduce" })
          ),
          (context) => Effect.promise(() => context.close())
        ).pipe(
          Effect.flatMap((context) => {
            context.setDefaultTimeout(20_000)
            return Effect.promise(() => context.newPage())
          }),
          Effect.map((page) => watch(page, origin))
        )
      return Site.of({ origin, tab })
    })
  ).pipe(
    Layer.provide(
      HttpRouter.serve(HttpStaticServer.layer({ root: folder }), { disableLogger: true, disableListenLog: true })
    ),
    Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
  )
}
