/**
 * The reading order of the pages.
 */
import type { Page, Section } from "./Page.ts"

const sections: ReadonlyArray<Section> = [
  "Start",
  "Guides",
  "Concepts",
  "Packages",
  "API reference",
  "The project",
  "Sources"
]

/** All other pages come after these, sorted by path. */
const paths: ReadonlyArray<string> = [
  ...[
    "getting-started",
    "listing-everything",
    "attendance-report",
    "creating-exactly-once",
    "testing-your-program",
    "record-and-replay",
    "the-emulator",
    "continuous-integration",
    "errors-and-recovery",
    "the-command",
    "workers",
    "telemetry",
    "without-effect",
    "migrating-from-fetch",
    "migrating-from-a-promise-sdk"
  ].map((guide) => `guides/${guide}.md`),
  ...["participants", "exactly-once", "rooms-without-sessions", "running-sessions"].map(
    (concept) => `concepts/${concept}.md`
  ),
  ...["core", "http-client", "promise", "testing", "emulator", "cli"].map((folder) => `packages/${folder}/index.md`),
  "changelog.md",
  "api/index.md",
  // The five services, before everything else in the reference.
  ...["Rooms", "Sessions", "LiveRooms", "Recordings", "Metrics"].map(
    (service) => `api/@effect-rooms/core/${service}.md`
  )
]

const place = (path: string): number => {
  const index = paths.indexOf(path)
  return index < 0 ? paths.length : index
}

/** Sorts pages in reading order. */
export const inReadingOrder = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> =>
  pages.toSorted(
    (a, b) =>
      sections.indexOf(a.section) - sections.indexOf(b.section) ||
      place(a.path) - place(b.path) ||
      (a.path < b.path ? -1 : 1)
  )
