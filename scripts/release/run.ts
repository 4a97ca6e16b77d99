/**
 * Publishes what was versioned: `pnpm release`, which only the release workflow runs. `pnpm release --dry-run` shows what the next
 * release would publish, and fails on anything that is not right; it publishes nothing and changes nothing.
 *
 *     --dry-run   show, and check
 *     --files     with every file of every package
 */
import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { fileProblems } from "../packages/checks/files.ts"
import { publintProblems, typesProblems } from "../packages/checks/linters.ts"
import { manifestProblems } from "../packages/checks/manifest.ts"
import { outputProblems } from "../packages/checks/programs.ts"
import { filesIn, type Packed, packAll } from "../packages/Packed.ts"
import { Report } from "../packages/Report.ts"
import { build, packageFolders, root, run } from "../packages/Workspace.ts"
import { publish } from "./publish.ts"
import { publishedState } from "./registry.ts"
import { withRepository, workflowRepository } from "./repository.ts"
import { changelogOf, foldersIn, pendingChangesets, versionedCopy, versionsOf } from "./Versioned.ts"

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: { "dry-run": { type: "boolean", default: false }, files: { type: "boolean", default: false } }
})

const pending = pendingChangesets()

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

const sizeOf = (path: string) => statSync(path).size

/** The files of a package, summed up by their first folder. */
const printFiles = ({ folder }: Packed) => {
  const files = filesIn(folder).map((file) => ({ file, bytes: sizeOf(join(folder, file)) }))
  if (values.files) return files.map(({ bytes, file }) => `${kilobytes(bytes).padStart(12)}  ${file}`)
  const groups = Map.groupBy(files, ({ file }) => (file.includes("/") ? `${file.split("/")[0]}/` : file))
  return [...groups].map(([group, members]) => {
    const bytes = members.reduce((sum, member) => sum + member.bytes, 0)
    const count = group.endsWith("/") ? ` (${members.length} files)` : ""
    return `${kilobytes(bytes).padStart(12)}  ${group}${count}`
  })
}

const excerpt = (changelog: string) => {
  const lines = changelog.split("\n").filter((line) => line.trim() !== "")
  const shown = lines.slice(0, 12).map((line) => (line.length > 150 ? `${line.slice(0, 149)}…` : line))
  return lines.length > shown.length ? [...shown, `… ${lines.length - shown.length} more lines`] : shown
}

/** Shows a package, and gives what is wrong with it. */
const show = async (packed: Packed): Promise<ReadonlyArray<string>> => {
  const { manifest, name, tarball } = packed
  const { version } = manifest
  const tag = version.includes("-") ? "next" : "latest"
  const unpacked = filesIn(packed.folder).reduce((sum, file) => sum + sizeOf(join(packed.folder, file)), 0)
  const state = await publishedState(name, version)
  const changelog = changelogOf(packed.source, version)
  console.log(`\n${name}@${version}, tag ${tag}: ${kilobytes(sizeOf(tarball))} packed, ${kilobytes(unpacked)} unpacked`)
  const says = {
    published: "this version is there already",
    "new version": "the package is there, this version is not",
    "new package": "the package is not there yet",
    unreachable: "SKIPPED: cannot be reached"
  }
  console.log(`  registry: ${says[state]}`)
  console.log(
    `  repository: ${JSON.stringify(manifest.repository) ?? "none here; the release workflow sets it to its own ($GITHUB_REPOSITORY)"}`
  )
  for (const line of printFiles(packed)) console.log(line)
  console.log("  changelog:")
  for (const line of excerpt(changelog ?? "none")) console.log(`    ${line}`)
  return [
    // Without changesets it was released before, and there is nothing to do.
    ...(state === "published" && pending.length > 0 ? [`${version} is on the registry already`] : []),
    ...(changelog === undefined ? [`CHANGELOG.md says nothing about ${version}`] : []),
    ...(version === "0.0.0" ? ["0.0.0 is no version to publish"] : []),
    ...(tag === "latest" ? [] : [`${version} is a prerelease: tag it by hand`]),
    ...manifestProblems(packed),
    ...fileProblems(packed),
    ...(await publintProblems(packed)),
    ...(await typesProblems(packed))
  ]
}

/** The built command has to say the version that it is published as. */
const commandProblems = async ({ folder, manifest }: Packed): Promise<ReadonlyArray<string>> => {
  const bin = manifest.bin?.rooms
  if (bin === undefined) return []
  const ran = await run(process.execPath, [join(folder, bin), "--version"], { cwd: folder })
  return ran.stdout.startsWith(`rooms ${manifest.version}`) ? [] : outputProblems(ran, `rooms ${manifest.version}`)
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "effect-rooms-release-")))
const report = new Report()

const showAll = async (workspace: string) => {
  const folders = foldersIn(workspace)
  const versions = versionsOf(folders)
  report.problems(
    "all packages have one version",
    versions.length === 1 ? [] : [versions.join(", ")],
    versions.join(", ")
  )
  const pack = () => packAll(folder, folders)
  const url = workflowRepository()
  const packages = await (url === undefined
    ? pack()
    : withRepository(
        url,
        folders.map((path) => ({ folder: path, directory: `packages/${basename(path)}` })),
        pack
      ))
  for (const packed of packages) {
    const problems = [...(await show(packed)), ...(await commandProblems(packed))]
    report.problems(`${packed.name}@${packed.manifest.version} can be published`, problems)
  }
}

try {
  await build()
  if (values["dry-run"]) {
    console.log(
      pending.length === 0
        ? "No changesets wait: this is what the tree has now."
        : `${pending.length} changesets wait: this is what "changeset version" makes of them, in a copy.`
    )
    await showAll(pending.length === 0 ? root : await versionedCopy(folder))
    console.log("\nThis was a dry run: nothing was published.")
  } else if (pending.length > 0) {
    report.failed("release", [
      `${pending.length} changesets wait. Merge the pull request of the release workflow first.`
    ])
  } else {
    await publish(report, packageFolders(), () => showAll(root))
  }
} catch (error) {
  report.failed("the release could not go on", [
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report.end()
process.exitCode = report.hasFailed ? 1 : 0
