/**
 * The order in which pages are read.
 */
import type { Page, Section } from "./Page.ts"

const sections: ReadonlyArray<Section> = ["Start", "Guides", "Packages", "API reference", "The project", "Sources"]

/** What is not in this list comes after it, by its path. */
const paths: ReadonlyArray<string> = [
  "guides/getting-started.md",
  "guides/listing-everything.md",
  "guides/creating-exactly-once.md",
  "guides/errors-and-recovery.md",
  "guides/testing-your-program.md",
  "guides/the-emulator.md",
  "guides/the-command.md",
  "guides/telemetry.md",
  "guides/without-effect.md",
  "guides/migrating-from-fetch.md",
  "guides/migrating-from-a-promise-sdk.md",
  "packages/core/index.md",
  "packages/http-client/index.md",
  "packages/promise/index.md",
  "packages/testing/index.md",
  "packages/emulator/index.md",
  "packages/cli/index.md",
  "api/index.md"
]

const place = (path: string): number => {
  const index = paths.indexOf(path)
  return index < 0 ? paths.length : index
}

/** Pages in the order in which they are read. */
export const inReadingOrder = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> =>
  pages.toSorted(
    (a, b) =>
      sections.indexOf(a.section) - sections.indexOf(b.section) ||
      place(a.path) - place(b.path) ||
      (a.path < b.path ? -1 : 1)
  )
