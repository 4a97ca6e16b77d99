/** Saves the latest run of each group as JSON, and writes RESULTS.md from the runs that weren't quick. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Case } from "./Case.ts"
import { formatReport, type Measured } from "./Report.ts"

const isMeasured = (value: unknown): value is Measured =>
  typeof value === "object" && value !== null && "group" in value && "result" in value && "scale" in value

const fileOf = (directory: string, { group, scale }: Pick<Measured, "group" | "scale">) =>
  join(directory, `${group}${scale === "quick" ? ".quick" : ""}.json`)

/** Saves the results of one group. Values that weren't measured become `null`. */
export const keepResult = (directory: string, measured: Measured): void => {
  mkdirSync(directory, { recursive: true })
  writeFileSync(fileOf(directory, measured), `${JSON.stringify(measured, null, 2)}\n`)
}

const revive = (_: string, value: unknown) => (value === null ? Number.NaN : value)

const readResult = (directory: string, group: string): ReadonlyArray<Measured> => {
  try {
    const measured: unknown = JSON.parse(readFileSync(fileOf(directory, { group, scale: "normal" }), "utf8"), revive)
    return isMeasured(measured) ? [measured] : []
  } catch {
    return []
  }
}

/** Writes the report from the latest results of all groups. */
export const writeReport = (directory: string, file: string, cases: Readonly<Record<string, Case>>): void =>
  writeFileSync(
    file,
    formatReport(
      Object.keys(cases).flatMap((group) => readResult(directory, group)),
      cases
    )
  )
