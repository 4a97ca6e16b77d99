/** The licences of everything that comes along with the packages, and the advisories that are known for it. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Consumer } from "../Consumer.ts"
import type { Report } from "../Report.ts"
import { type Manifest, readJson, readManifest, run } from "../Workspace.ts"

const allowed = readJson<ReadonlyArray<string>>(fileURLToPath(new URL("../licences.json", import.meta.url)))

/** The folders of all packages in a `node_modules`, nested ones too. */
const installed = (nodeModules: string): ReadonlyArray<string> => {
  const subfolders = (folder: string) =>
    readdirSync(folder, { withFileTypes: true, recursive: false })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => join(folder, name))
  const folders = subfolders(nodeModules).flatMap((folder) =>
    folder.slice(nodeModules.length + 1).startsWith("@") ? subfolders(folder) : [folder]
  )
  return folders.flatMap((folder) => [
    folder,
    ...(readdirSync(folder).includes("node_modules") ? installed(join(folder, "node_modules")) : [])
  ])
}

/** `MIT OR GPL-3.0` leaves the choice, `MIT AND Apache-2.0` does not. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowed.includes(part.trim())))

export const licenceProblem = ({ license, name, version }: Manifest): ReadonlyArray<string> => {
  if (typeof license !== "string" || license === "") return [`${name}@${version} names no licence`]
  return isAllowed(license) ? [] : [`${name}@${version} is under ${license}, which licences.json does not list`]
}

/** Everything that npm installs for somebody who has all our packages, `effect`, and the types of Node. */
const comesAlong: ReadonlySet<string> = new Set(["effect", "undici", "@types/node", "undici-types"])

export const companyProblem = ({ name, version }: Manifest): ReadonlyArray<string> =>
  comesAlong.has(name) || name.startsWith("@effect-rooms/")
    ? []
    : [`${name}@${version} comes along, too (checks/licences.ts lists what may)`]

/** What only compiles or tests is not in what is installed: npm was given the packages, `effect`, and the types of Node. */
export const checkLicences = (report: Report, { folder }: Consumer) => {
  const manifests = installed(join(folder, "node_modules")).map(readManifest)
  report.problems("licences", manifests.flatMap(licenceProblem), `${manifests.length} packages come along`)
  report.problems(
    "licences: packages that come along",
    manifests.flatMap(companyProblem),
    "no others than those listed"
  )
}

interface Audit {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

/** Advisories come and go with the day, so only a release asks for them. */
export const checkAdvisories = async (report: Report, { folder }: Consumer) => {
  const { stdout } = await run("npm", ["audit", "--omit=dev", "--json"], { cwd: folder, timeoutMillis: 60_000 })
  const audit = ((): Audit => {
    try {
      return JSON.parse(stdout)
    } catch {
      return {}
    }
  })()
  if (audit.metadata?.vulnerabilities === undefined) {
    return report.skipped("advisories", "the registry answers no questions about them here")
  }
  const problems = Object.entries(audit.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity !== "info")
    .map(([name, { range, severity }]) => `${name} ${range}: ${severity}`)
  report.problems("advisories", problems, "none for what comes along")
}
