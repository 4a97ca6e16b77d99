/**
 * Finds turns of phrase that read like a translation, in everything that people read: guides, comments, help and error texts,
 * names of tests, changesets.
 *
 *     node scripts/prose/run.ts [part of a path …]     lists them
 *     node scripts/prose/run.ts --counts               counts them by folder
 *     node scripts/prose/run.ts --at-most 0            fails if there are more
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { exceptions, type Rule, rules } from "./rules.ts"
import { paragraphsOf, passagesOf } from "./text.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { counts: { type: "boolean", default: false }, "at-most": { type: "string" } }
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

/** Titles of tests have their own rule. In tables, "what it does" is a fine heading. */
const rulesFor = (file: string) =>
  rules.filter(({ name }) => name !== "clause as a test name" || file.endsWith(".test.ts"))

const findings = (file: string, content: string): ReadonlyArray<Finding> =>
  passagesOf(file, content)
    .flatMap(paragraphsOf)
    .flatMap(({ line, text }) =>
      rulesFor(file).flatMap((rule) =>
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
  if (values.counts) {
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
  const most = Number(values["at-most"] ?? Number.POSITIVE_INFINITY)
  if (found.length > most) console.error(`There may be at most ${most}. See CONTRIBUTING.md.`)
  return found.length > most ? 1 : 0
}

process.exitCode = main()
