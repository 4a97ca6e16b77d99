/** Publishes what the checks let through, from the release workflow and from nowhere else. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { basename } from "node:path"
import type { Report } from "../packages/Report.ts"
import { mustRun, readManifest, root, run } from "../packages/Workspace.ts"
import { publishedState } from "./registry.ts"
import { withRepository, workflowRepository } from "./repository.ts"

/** Runs a command that shows what it does. */
const runShown = async (command: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" })
  const [status] = await once(child, "close")
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${status}`)
}

/** Why nothing can be published from here. */
const hindrances = async (): Promise<ReadonlyArray<string>> => {
  const { ACTIONS_ID_TOKEN_REQUEST_URL, GITHUB_REF_NAME } = process.env
  const changed = await mustRun("git", ["status", "--porcelain"], { cwd: root })
  return [
    ...(workflowRepository() === undefined
      ? ["this is not the release workflow; to see what it would do: pnpm release --dry-run"]
      : []),
    ...(ACTIONS_ID_TOKEN_REQUEST_URL === undefined
      ? ["there is no id-token to sign provenance with (permissions: id-token: write)"]
      : []),
    ...(GITHUB_REF_NAME === "main"
      ? []
      : [`releases are made from main, and this is ${GITHUB_REF_NAME ?? "no branch of a workflow"}`]),
    ...(changed === "" ? [] : [`the tree has changes that are not committed:\n${changed}`])
  ]
}

/** Provenance that was asked for in a place that nobody read is missing without a word. */
const attestationProblems = async (folder: string): Promise<ReadonlyArray<string>> => {
  const { name, version } = readManifest(folder)
  const view = ["view", `${name}@${version}`, "dist.attestations", "--json", "--prefer-online"]
  const { stdout } = await run("npm", view, { cwd: root, timeoutMillis: 60_000 })
  return stdout.includes("provenance") ? [] : [`${name}@${version} has no provenance on the registry`]
}

export const publish = async (report: Report, folders: ReadonlyArray<string>, showAll: () => Promise<void>) => {
  const problems = await hindrances()
  if (problems.length > 0) return report.failed("release", problems)
  const states = await Promise.all(folders.map(readManifest).map(({ name, version }) => publishedState(name, version)))
  if (states.every((state) => state === "published")) return report.passed("everything is published already")
  await runShown(process.execPath, ["scripts/packages/run.ts", "--audit"])
  await showAll()
  const url = workflowRepository()
  if (report.hasFailed || url === undefined) return
  const named = folders.map((folder) => ({ folder, directory: `packages/${basename(folder)}` }))
  // npm reads the one variable, pnpm the other.
  const env = { NPM_CONFIG_PROVENANCE: "true", PNPM_CONFIG_PROVENANCE: "true" }
  await withRepository(url, named, () => runShown("changeset", ["publish"], env))
  const published = await Promise.all(folders.map(attestationProblems))
  report.problems("published with provenance", published.flat())
}
