/**
 * Packs every package as it would be published, and checks what a stranger gets: `pnpm packages`.
 *
 *     --only <part of a check's name>   only these; may be given more than once
 *     --api                             only what changed in the public declarations
 *     --since <tag>                     … since a release
 *     --update-api                      writes the declarations down as they are
 *     --update-budget                   makes the budget of sizes what they are
 *     --audit                           asks the registry for advisories too
 *     --keep                            leaves the folder with the packages and the stranger's project
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { install } from "./Consumer.ts"
import { checkApi } from "./checks/api.ts"
import { checkBundles, withPage } from "./checks/bundles.ts"
import { fileProblems } from "./checks/files.ts"
import { checkAdvisories, checkLicences } from "./checks/licences.ts"
import { publintProblems, typesProblems } from "./checks/linters.ts"
import { manifestProblems } from "./checks/manifest.ts"
import { checkPrograms } from "./checks/programs.ts"
import { checkProofs } from "./checks/proofs.ts"
import { checkReadmes } from "./checks/readmes.ts"
import { checkRelease } from "./checks/release.ts"
import { checkSizes } from "./checks/sizes.ts"
import { checkTypes } from "./checks/types.ts"
import { workflowProblems, workflows } from "./checks/workflows.ts"
import { moduleEntryPoints } from "./EntryPoint.ts"
import { filesIn, packAll } from "./Packed.ts"
import { Report } from "./Report.ts"
import { withService } from "./Service.ts"
import { build } from "./Workspace.ts"

const { values } = parseArgs({
  // pnpm hands on the `--` before them.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    only: { type: "string", multiple: true },
    api: { type: "boolean", default: false },
    since: { type: "string" },
    "update-api": { type: "boolean", default: false },
    "update-budget": { type: "boolean", default: false },
    audit: { type: "boolean", default: false },
    keep: { type: "boolean", default: false }
  }
})

const chosen = [
  ...(values.only ?? []),
  ...(values.api || values.since !== undefined || values["update-api"] ? ["api"] : []),
  ...(values["update-budget"] ? ["sizes"] : [])
]
const isChosen = (check: string) => chosen.length === 0 || chosen.some((part) => check.includes(part))

const began = performance.now()
const folder = realpathSync(mkdtempSync(join(tmpdir(), "effect-rooms-packages-")))
const report = new Report()

const checkAll = async () => {
  if (isChosen("workflows")) report.problems("workflow files", await workflowProblems(workflows()))
  await build()
  const packages = await packAll(folder)
  report.passed("packed", packages.map(({ manifest: { version }, name }) => `${name}@${version}`).join(", "))

  for (const packed of packages) {
    if (isChosen("manifest")) report.problems(`package.json of ${packed.name}`, manifestProblems(packed))
    if (isChosen("files")) {
      report.problems(`files of ${packed.name}`, fileProblems(packed), `${filesIn(packed.folder).length}, all needed`)
    }
    if (isChosen("publint")) report.problems(`publint of ${packed.name}`, await publintProblems(packed))
    if (isChosen("attw") && moduleEntryPoints(packed).length > 0) {
      const entries = `${moduleEntryPoints(packed).length} entry points`
      report.problems(`are the types wrong, ${packed.name}`, await typesProblems(packed), entries)
    }
  }

  if (!["licences", "sizes", "api", "types", "programs", "bundles", "readmes", "proofs", "release"].some(isChosen))
    return
  const consumer = await install(join(folder, "stranger"), packages)
  report.passed("installed by npm into an empty project")
  if (isChosen("licences")) checkLicences(report, consumer)
  if (values.audit) await checkAdvisories(report, consumer)
  if (isChosen("programs") || isChosen("bundles")) {
    await withPage(consumer.folder, (origin) =>
      withService(consumer, ["--cors", origin], async (url) => {
        if (isChosen("programs")) await checkPrograms(report, consumer, url)
        if (isChosen("bundles")) await checkBundles(report, consumer, url, origin)
      })
    )
  }
  if (isChosen("readmes")) await checkReadmes(report, consumer, folder)
  if (isChosen("types")) await checkTypes(report, consumer)
  if (isChosen("sizes")) await checkSizes(report, consumer, { update: values["update-budget"] })
  if (isChosen("api")) await checkApi(report, consumer, { update: values["update-api"], since: values.since })
  if (isChosen("proofs")) await checkProofs(report, consumer)
  if (isChosen("release")) await checkRelease(report)
}

try {
  await checkAll()
} catch (error) {
  report.failed("the checks could not go on", [error instanceof Error ? (error.stack ?? error.message) : String(error)])
} finally {
  if (values.keep) console.log(`\nkept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}
report.end()
console.log(`in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
process.exitCode = report.hasFailed ? 1 : 0
