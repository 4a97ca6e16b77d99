/**
 * How much of the packages a program gets: whole entry points, and typical programs, tree-shaken, minified, gzipped. The same tree
 * gives the same bytes on every machine, so this cannot flake.
 */
import { existsSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { bundle } from "../Bundle.ts"
import type { Consumer } from "../Consumer.ts"
import type { Report } from "../Report.ts"
import { readJson } from "../Workspace.ts"

export type Sizes = Readonly<Record<string, number>>

const budgetPath = fileURLToPath(new URL("../budget.json", import.meta.url))

/** A size may grow by so much without anybody having said so. */
const tolerance = 1.01

const whole = (specifier: string) => [`all of ${specifier}`, `export * from ${JSON.stringify(specifier)}`] as const
const program = (name: string, file: string) => [`program: ${name}`, `import "./size/${file}"`] as const

const measured = [
  program("list all rooms over fetch", "listRoomsFetch.ts"),
  program("list all rooms over fetch, from all five services", "fiveServicesFetch.ts"),
  program("list all rooms by promises", "promise.ts"),
  ["program: list all rooms of a backend of one's own", `export * from "./size/core.ts"`] as const,
  program("list all rooms of the fake", "testing.ts"),
  whole("@effect-rooms/core"),
  whole("@effect-rooms/core/RoomsApi"),
  whole("@effect-rooms/http-client"),
  whole("@effect-rooms/promise"),
  whole("@effect-rooms/promise/node"),
  whole("@effect-rooms/http-client/node"),
  whole("@effect-rooms/testing")
]

/** Node's own modules are no part of a size; nor is undici, which a program has once for all its clients. */
const external = ["undici", "undici/*"]

const measure = async ({ folder }: Consumer): Promise<Sizes> => {
  const sizes: Record<string, number> = {}
  for (const [name, text] of measured) {
    const { contents } = await bundle(folder, text, { minify: true, external })
    sizes[name] = gzipSync(contents, { level: 9 }).length
  }
  return sizes
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

const howToRaise = "If that is worth it: pnpm packages -- --update-budget, and say in the changeset what it buys."

export const sizeProblems = (sizes: Sizes, budget: Sizes): ReadonlyArray<string> => [
  ...Object.entries(sizes).flatMap(([name, bytes]) => {
    const allowed = budget[name]
    if (allowed === undefined) return [`"${name}" has no budget, and takes ${bytes} bytes. ${howToRaise}`]
    if (bytes <= allowed * tolerance) return []
    const percent = ((bytes / allowed - 1) * 100).toFixed(1)
    return [`"${name}" takes ${bytes} bytes gzipped, ${percent} % over its budget of ${allowed}. ${howToRaise}`]
  }),
  ...Object.keys(budget)
    .filter((name) => sizes[name] === undefined)
    .map((name) => `"${name}" has a budget, and is not measured`)
]

export const checkSizes = async (report: Report, consumer: Consumer, options: { readonly update: boolean }) => {
  const sizes = await measure(consumer)
  if (options.update) writeFileSync(budgetPath, `${JSON.stringify(sizes, null, 2)}\n`)
  const budget = existsSync(budgetPath) ? readJson<Sizes>(budgetPath) : {}
  const problems = sizeProblems(sizes, budget)
  report.problems(
    "sizes",
    problems,
    options.update ? "the budget is what they are now" : `${measured.length} within 1 %`
  )
  for (const [name, bytes] of Object.entries(sizes)) {
    console.log(`           ${kilobytes(bytes).padStart(9)} of ${kilobytes(budget[name] ?? 0).padStart(9)}  ${name}`)
  }
}
