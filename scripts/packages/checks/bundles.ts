/** Bundles the portable program for a worker and for a browser, and runs it there. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { chromium as playwright } from "playwright-core"
import { type Bundle, bundle } from "../Bundle.ts"
import type { Consumer } from "../Consumer.ts"
import type { Report } from "../Report.ts"
import { chromium, workerd } from "../Runtime.ts"
import { counted } from "./programs.ts"

const contentsOf = ({ contents }: Bundle) => new TextDecoder().decode(contents)

const config = (url: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [(name = "ROOMS_BASE_URL", text = ${JSON.stringify(url)})],
  compatibilityDate = "2026-01-01",
  globalOutbound = "internet"
);
`

/** Returns the response of a worker. Its compatibility date gives it no Node modules. */
const answerOfWorker = async (binary: string, folder: string, url: string): Promise<string> => {
  const { contents } = await bundle(folder, `export { default } from "./programs/worker.ts"`)
  writeFileSync(join(folder, "worker.js"), contents)
  writeFileSync(join(folder, "worker.capnp"), config(url))
  const child = spawn(binary, ["serve", "--control-fd=3", "worker.capnp"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe"]
  })
  const closed = once(child, "close")
  const stderr = child.stderr === null ? "" : text(child.stderr)
  try {
    let said = ""
    const control = child.stdio[3]
    if (!(control instanceof Readable)) throw new Error("workerd has no control channel")
    for await (const chunk of control) {
      said += chunk
      const port = /"port":(\d+)/.exec(said)?.[1]
      if (port === undefined) continue
      const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(30_000) })
      return await response.text()
    }
    return `workerd ended before it listened: ${await stderr}`
  } finally {
    child.kill("SIGTERM")
    await closed
  }
}

/** Serves a page with the program while `use` runs, which gets its origin. */
export const withPage = async <A>(folder: string, use: (origin: string) => Promise<A>): Promise<A> => {
  const program = contentsOf(await bundle(folder, `import "./programs/browser.ts"`, { minify: true }))
  const server = createServer(({ url }, response) => {
    const isProgram = url === "/program.js"
    response.setHeader("content-type", isProgram ? "text/javascript" : "text/html; charset=utf-8")
    response.end(
      isProgram
        ? program
        : `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/program.js"></script>`
    )
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the page has no port")
  try {
    return await use(`http://127.0.0.1:${address.port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Returns the page's title, and the errors in its console, except for the 404 that the program provokes. */
const answerOfPage = async (executablePath: string, origin: string, url: string) => {
  const browser = await playwright.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const page = await browser.newPage()
    const complaints: Array<string> = []
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("404")) complaints.push(message.text())
    })
    await page.goto(`${origin}/#${encodeURIComponent(url)}`)
    // If the module can't be loaded, the title stays empty.
    await page.waitForFunction("document.title !== ''", undefined, { timeout: 15_000 }).catch(() => undefined)
    return [await page.title(), ...complaints].join("\n")
  } finally {
    await browser.close()
  }
}

const differs = (answer: string) => (answer === counted ? [] : [`it gave\n${answer}\ninstead of ${counted}`])

export const checkBundles = async (report: Report, consumer: Consumer, url: string, origin: string) => {
  const binary = workerd()
  if (typeof binary !== "string") report.skipped(binary.name, binary.why)
  else report.problems("bundled for a worker, in workerd", differs(await answerOfWorker(binary, consumer.folder, url)))
  const browser = chromium()
  if (typeof browser !== "string") report.skipped(browser.name, browser.why)
  else report.problems("bundled for a page, in Chromium", differs(await answerOfPage(browser, origin, url)))
}
