/** Proves that our own checks can fail: each gets a package that was broken on purpose, and must report it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Packed } from "../Packed.ts"
import type { Report } from "../Report.ts"
import { readManifest } from "../Workspace.ts"
import { fileProblems } from "./files.ts"
import { manifestProblems } from "./manifest.ts"
import { outputProblems } from "./programs.ts"
import { workflowProblems } from "./workflows.ts"

type Change = (folder: string) => void

const edit =
  (file: string, from: string | RegExp, to: string): Change =>
  (folder) => {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to))
  }

const write =
  (file: string): Change =>
  (folder) => {
    mkdirSync(join(folder, file, ".."), { recursive: true })
    writeFileSync(join(folder, file), "")
  }

const remove =
  (file: string): Change =>
  (folder) =>
    rmSync(join(folder, file))

/** Returns a copy of a package with a change. */
const broken = (packed: Packed, change: Change): Packed => {
  const folder = join(mkdtempSync(`${packed.folder}-broken-`), "package")
  cpSync(packed.folder, folder, { recursive: true })
  change(folder)
  return { ...packed, folder, manifest: readManifest(folder) }
}

const fileChanges: ReadonlyArray<readonly [Change, string]> = [
  [write("dist/.tsbuildinfo"), "dist/.tsbuildinfo isn't needed"],
  [write("src/Room.test.ts"), "src/Room.test.ts isn't needed"],
  [write("dist/Gone.js"), "dist/Gone.js has no source"],
  [remove("src/Room.ts"), "points at src/Room.ts"],
  [remove("dist/Room.js.map"), "dist/Room.js.map is missing"],
  [remove("README.md"), "README.md is missing"]
]

const manifestChanges: ReadonlyArray<readonly [Change, string]> = [
  [edit("package.json", '"^4.1.0"', '"catalog:"'), "@catalog: only works in this workspace"],
  [edit("package.json", '"^4.1.0"', '"*"'), "effect@* is neither"],
  [edit("package.json", '"sideEffects": []', '"sideEffects": true'), "sideEffects isn't []"],
  [edit("package.json", '"peerDependencies"', '"dependencies"'), "effect must be a peer dependency"]
]

const unpinned = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n"

export const checkProofs = async (report: Report, packages: ReadonlyArray<Packed>) => {
  const core = packages.find(({ name }) => name === "@effect-rooms/core")
  if (core === undefined) throw new Error("core isn't packed")
  const found: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    ...fileChanges.map(([change, expected]) => [fileProblems(broken(core, change)), expected] as const),
    ...manifestChanges.map(([change, expected]) => [manifestProblems(broken(core, change)), expected] as const),
    [await workflowProblems({ "a.yml": unpinned }), "actions/checkout@v5 isn't pinned to a commit"],
    [outputProblems({ status: 0, stdout: "22\n", stderr: "" }, "23"), "instead of 23"]
  ]
  const unproved = found
    .filter(([problems, expected]) => !problems.some((problem) => problem.includes(expected)))
    .map(([problems, expected]) => `expected "${expected}", got\n${problems.join("\n") || "nothing"}`)
  report.problems("the checks can fail", unproved, `${found.length} ways to break a package`)
}
