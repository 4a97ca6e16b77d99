/** The workspace as the next release has it, in a copy: versions and changelogs made from the changesets that wait. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { basename, join, relative, sep } from "node:path"
import { mustRun, packageFolders, readManifest, root } from "../packages/Workspace.ts"

/** The changesets that no release has used up. */
export const pendingChangesets = (): ReadonlyArray<string> =>
  readdirSync(join(root, ".changeset")).filter((file) => file.endsWith(".md") && file !== "README.md")

const isCopied = (path: string) => {
  const [first = ""] = relative(root, path).split(sep)
  return !["node_modules", ".turbo", ".ci"].includes(first)
}

const copied = [
  "package.json",
  "pnpm-workspace.yaml",
  "pnpm-lock.yaml",
  "tsconfig.base.json",
  "LICENSE",
  ".changeset",
  "packages",
  // The builds of the packages list the licences of what they bundle.
  "scripts/third-party-licenses.mjs"
]
const privateOnes = ["examples", "benchmarks", "docs", "scripts/packages"]

/** Copies what is published into `folder`, with its builds, and gives it the next versions. */
export const versionedCopy = async (folder: string): Promise<string> => {
  const copy = join(folder, "next")
  mkdirSync(copy)
  if (existsSync(join(root, ".git"))) cpSync(join(root, ".git"), join(copy, ".git"), { recursive: true })
  for (const path of copied) {
    cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true, filter: isCopied })
  }
  for (const path of privateOnes) {
    mkdirSync(join(copy, path), { recursive: true })
    cpSync(join(root, path, "package.json"), join(copy, path, "package.json"))
  }
  // What the packages' own links lead to, and nothing else of what is installed.
  mkdirSync(join(copy, "node_modules"))
  symlinkSync(join(root, "node_modules/.pnpm"), join(copy, "node_modules/.pnpm"), "junction")
  await mustRun("changeset", ["version"], { cwd: copy })
  // The command has its version built in.
  const cli = join(copy, "packages/cli")
  await mustRun(process.execPath, ["build.mjs"], { cwd: cli })
  return copy
}

/** What the changelog of a package says about a version. */
export const changelogOf = (folder: string, version: string): string | undefined => {
  const path = join(folder, "CHANGELOG.md")
  if (!existsSync(path)) return undefined
  const sections = readFileSync(path, "utf8").split(/^## /m)
  const section = sections.find((text) => text.startsWith(`${version}\n`))
  return section?.slice(version.length).trim()
}

/** The same packages in a copy of the workspace. */
export const foldersIn = (workspace: string): ReadonlyArray<string> =>
  packageFolders().map((folder) => join(workspace, "packages", basename(folder)))

export const versionsOf = (folders: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(folders.map((folder) => readManifest(folder).version))
]
