/**
 * Finds turns of phrase that read like a translation, in everything that people read: guides, comments, help and error texts,
 * names of tests, changesets.
 *
 *     node scripts/prose/run.ts [part of a path …]     lists them
 *     node scripts/prose/run.ts --counts               counts them by folder
 *     node scripts/prose/run.ts --check                fails if a folder has more than remaining.json allows; others must have none
 *     node scripts/prose/run.ts --update               writes remaining.json
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { exceptions, type Rule, rules } from "./rules.ts"
import { paragraphsOf, passagesOf } from "./text.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    counts: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    update: { type: "boolean", default: false }
  }
})

/** Rules quote what they find, and licences, generated files and recorded terminal sessions aren't ours to rewrite. */
const isOurs = (file: string): boolean =>
  /\.(?:md|ts|mjs|txt)$/.test(file) && !/^scripts\/prose\/rules\.ts$|^api\/|\/transcripts\/|^CODE_OF_CONDUCT/.test(file)

interface Finding {
  readonly file: string
  readonly line: number
  readonly rule: Rule
  readonly text: string
}

/** Titles of tests have their own rule, and "What it does" is a fine heading. */
const rulesFor = (file: string, isHeading = false): ReadonlyArray<Rule> =>
  rules.filter(({ name }) => {
    if (name === "clause as a test name") return file.endsWith(".test.ts")
    return !(isHeading && ["clause as a noun", "where for if"].includes(name))
  })

const findings = (file: string, content: string): ReadonlyArray<Finding> =>
  passagesOf(file, content)
    .flatMap(paragraphsOf)
    .flatMap(({ isHeading, line, text }) =>
      rulesFor(file, isHeading).flatMap((rule) =>
        [...text.matchAll(rule.pattern)].flatMap(({ index }) => {
          const excerpt = text.slice(Math.max(0, index - 30), index + 60)
          return exceptions.some((exception) => excerpt.includes(exception))
            ? []
            : [{ file, line, rule, text: excerpt }]
        })
      )
    )

/** A rule that finds nothing, or too much, would make the check worthless. */
const brokenRules = rules.flatMap(({ finds, leaves, name, pattern }) => [
  ...(finds.search(pattern) >= 0 ? [] : [`the rule "${name}" doesn't find: ${finds}`]),
  ...(leaves.search(pattern) >= 0 ? [`the rule "${name}" finds: ${leaves}`] : [])
])

const folderOf = (file: string): string => {
  const [first = "", second = "", third = ""] = file.split("/")
  return first === "packages"
    ? `${first}/${second}/${third.includes(".") ? "" : third}`
    : file.includes("/")
      ? first
      : "."
}

/** The folders that were written before this check, with the number of findings that are left in each. It may only fall. */
const remaining = fileURLToPath(new URL("remaining.json", import.meta.url))

const check = (counts: Readonly<Record<string, number>>): number => {
  const allowed: Readonly<Record<string, number>> = JSON.parse(readFileSync(remaining, "utf8"))
  const more = Object.entries(counts).filter(([folder, count]) => count > (allowed[folder] ?? 0))
  for (const [folder, count] of more) {
    console.error(`${folder} has ${count} and may have ${allowed[folder] ?? 0}: node scripts/prose/run.ts ${folder}`)
  }
  return more.length > 0 ? 1 : 0
}

const main = (): number => {
  if (brokenRules.length > 0) {
    console.error(brokenRules.join("\n"))
    return 1
  }
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8"
  })
    .split("\n")
    .filter((file) => isOurs(file) && existsSync(root + file))
    .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
  const found = files.flatMap((file) => findings(file, readFileSync(root + file, "utf8")))
  if (values.check || values.update) {
    // Prints the totals only.
  } else if (values.counts) {
    const folders = Map.groupBy(found, ({ file }) => folderOf(file))
    for (const [folder, { length }] of [...folders].toSorted(([, a], [, b]) => b.length - a.length)) {
      console.log(`${String(length).padStart(5)}  ${folder}`)
    }
  } else {
    for (const { file, line, rule, text } of found) {
      console.log(`${file}:${line}  ${rule.name} -> ${rule.instead}\n    …${text}…`)
    }
  }
  console.log(`${found.length} in ${new Set(found.map(({ file }) => file)).size} of ${files.length} files`)
  const counts = Object.fromEntries(
    [...Map.groupBy(found, ({ file }) => folderOf(file))].map(([folder, those]) => [folder, those.length]).sort()
  )
  if (values.update) writeFileSync(remaining, `${JSON.stringify(counts, null, 2)}\n`)
  return values.check ? check(counts) : 0
}

process.exitCode = main()
