/**
 * A headless Chromium.
 */
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import * as Effect from "effect/Effect"
import { chromium } from "playwright-core"

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Chromium, on a machine that has it. */
export const executablePath = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((directory) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(directory, name)))
  .find(isExecutable)

/** Starts the browser, with these arguments as well. It ends with its scope. */
export const launch = (args: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      chromium.launch({
        executablePath: executablePath ?? "chromium",
        args: ["--no-sandbox", "--disable-gpu", ...args]
      })
    ),
    (running) => Effect.promise(() => running.close())
  )
