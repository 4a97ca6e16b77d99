/**
 * Packs every package as for publishing, and checks what a user gets: `pnpm packages`.
 *
 *     --only <part of a check's name>   only these checks; can be repeated
 *     --update-api                      writes the public names to `api/`
 *     --audit                           also asks the registry for advisories
 *     --keep                            keeps the folder with the packages and the user's project
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { install } from "./Consumer.ts"
import { checkBundles, withPage } from "./checks/bundles.ts"
import { fileProblems } from "./checks/files.ts"
import { checkAdvisories, checkLicences } from "./checks/licences.ts"
import { publintProblems, typesProblems } from "./checks/linters.ts"
import { manifestProblems } from "./checks/manifest.ts"
import { checkNames } from "./checks/names.ts"
import { checkPrograms } from "./checks/programs.ts"
import { checkProofs } from "./checks/proofs.ts"
import { checkReadmes } from "./checks/readmes.ts"
import { checkTypes } from "./checks/types.ts"
import { workflowProblems, workflows } from "./checks/workflows.ts"
import { entryPoints } from "./EntryPoint.ts"
import { filesIn, packAll } from "./Packed.ts"
import { Report } from "./Report.ts"
import { withService } from "./Service.ts"
import { build } from "./Workspace.ts"

const { values } = parseArgs({
  // pnpm passes on the `--` in front of them.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    only: { type: "string", multiple: true },
    "update-api": { type: "boolean", default: false },
    audit: { type: "boolean", default: false },
    keep: { type: "boolean", default: false }
  }
})

const chosen = [...(values.only ?? []), ...(values["update-api"] ? ["names"] : [])]
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
      report.problems(`files of ${packed.name}`, fileProblems(packed), `${filesIn(packed.folder).length}`)
    }
    if (isChosen("publint")) report.problems(`publint of ${packed.name}`, await publintProblems(packed))
    if (isChosen("attw") && entryPoints(packed).length > 0) {
      const entries = `${entryPoints(packed).length} entry points`
      report.problems(`are the types wrong, ${packed.name}`, await typesProblems(packed), entries)
    }
  }

  if (isChosen("proofs")) await checkProofs(report, packages)
  if (!["licences", "names", "types", "programs", "bundles", "readmes"].some(isChosen)) return
  const consumer = await install(join(folder, "consumer"), packages)
  report.passed("installed by npm into an empty project")
  if (isChosen("licences")) await checkLicences(report, consumer)
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
  if (isChosen("names")) checkNames(report, consumer, { update: values["update-api"] })
}

try {
  await checkAll()
} catch (error) {
  report.failed("the checks stopped", [error instanceof Error ? (error.stack ?? error.message) : String(error)])
} finally {
  if (values.keep) console.log(`\nkept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}
report.end()
console.log(`in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
process.exitCode = report.hasFailed ? 1 : 0
