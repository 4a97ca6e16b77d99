/** The licences of everything that npm installs along with the packages, and the known advisories. */
import { createRequire } from "node:module"
import type { Consumer } from "../Consumer.ts"
import type { Report } from "../Report.ts"
import { run } from "../Workspace.ts"

const allowed = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense"
]

const checker = createRequire(import.meta.url).resolve("license-checker-rseidelsohn/bin/license-checker-rseidelsohn.js")

/** Returns what license-checker says of an installed project, if anything in it has a licence that isn't allowed. */
export const licenceProblems = async (folder: string): Promise<ReadonlyArray<string>> => {
  const args = [checker, "--start", folder, "--excludePrivatePackages", "--onlyAllow", allowed.join(";"), "--summary"]
  const { status, stderr, stdout } = await run(process.execPath, args, { cwd: folder })
  return status === 0 ? [] : [`${stdout}${stderr}`]
}

export const checkLicences = async (report: Report, { folder }: Consumer) =>
  report.problems("licences", await licenceProblems(folder))

/** The advisories against what is installed. They change without us, so this isn't part of every run. */
export const checkAdvisories = async (report: Report, { folder }: Consumer) => {
  const { status, stderr, stdout } = await run("npm", ["audit", "--omit=dev", "--audit-level=moderate"], {
    cwd: folder
  })
  report.problems("npm audit", status === 0 ? [] : [`${stdout}${stderr}`])
}
