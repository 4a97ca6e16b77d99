/** What changed in the public declarations since they were last written down. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { declarationsOf } from "../api/Declarations.ts"
import { changesOf, parseApi, printApi, printChange } from "../api/report.ts"
import type { Consumer } from "../Consumer.ts"
import type { Report } from "../Report.ts"
import { mustRun, root } from "../Workspace.ts"

export interface ApiOptions {
  /** Writes the reports instead of failing where they are not up to date. */
  readonly update: boolean
  /** A tag or commit whose reports are compared with; by default those that are in the tree. */
  readonly since?: string | undefined
}

const relativePath = (name: string) => `api/${basename(name)}.md`

const committed = async (name: string, since: string | undefined): Promise<string> => {
  if (since !== undefined) return mustRun("git", ["show", `${since}:${relativePath(name)}`], { cwd: root })
  const path = join(root, relativePath(name))
  return existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : ""
}

const kinds = ["removed", "changed", "added"] as const

export const checkApi = async (report: Report, consumer: Consumer, options: ApiOptions) => {
  for (const [name, api] of declarationsOf(consumer)) {
    const now = printApi(name, api)
    const before = await committed(name, options.since)
    // Both are read back from what is written, so that only what the report shows can differ.
    const changes = changesOf(parseApi(before), parseApi(now))
    const counts = kinds.map((kind) => `${changes.filter((change) => change.kind === kind).length} ${kind}`).join(", ")
    const printed = kinds.flatMap((kind) => changes.filter((change) => change.kind === kind).map(printChange))
    if (options.update) {
      mkdirSync(join(root, "api"), { recursive: true })
      writeFileSync(join(root, relativePath(name)), now)
    }
    const isUpToDate = options.update || options.since !== undefined || now === before
    if (isUpToDate) {
      report.passed(`declarations of ${name}`, options.update ? `written; ${counts}` : counts)
      if (options.since !== undefined || options.update)
        for (const change of printed) console.log(change.replace(/^/gm, "           "))
      continue
    }
    const more =
      before === ""
        ? [`${relativePath(name)} is not there`]
        : printed.length > 0
          ? printed
          : [`${relativePath(name)} is written in another way`]
    report.failed(`declarations of ${name}`, [
      ...more,
      `${counts}. If that is meant: pnpm packages -- --update-api, and a changeset that says it to users.`
    ])
  }
}
