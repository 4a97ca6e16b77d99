/** Formats results as Markdown that is also readable in a terminal. */
import { type Case, type CaseResult, type Cell, isMet, type Table, type Target } from "./Case.ts"
import { formatNumber } from "./formatNumber.ts"
import type { Scale } from "./Scale.ts"

/** The machine of a run, without its name or paths. */
export interface Machine {
  readonly node: string
  readonly platform: string
  readonly cores: number
  readonly memoryGigabytes: number
}

export interface Measured {
  readonly group: string
  readonly scale: Scale
  /** The day, in ISO 8601. */
  readonly date: string
  readonly seconds: number
  readonly machine: Machine
  readonly result: CaseResult
}

const formatCell = (cell: Cell) => (typeof cell === "number" ? formatNumber(cell) : cell)

export const formatTable = ({ columns, rows }: Omit<Table, "title">): string => {
  const cells = rows.map((row) => row.map(formatCell))
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)))
  const isNumeric = columns.map((_, index) => rows.some((row) => typeof row[index] === "number"))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, index) => (isNumeric[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))).join(" | ")} |`
  const rule = `|${widths.map((width, index) => `${"-".repeat(width + 1)}${isNumeric[index] ? ":" : "-"}`).join("|")}|`
  return [line(columns), rule, ...cells.map(line)].join("\n")
}

const verdict = (target: Target) => (Number.isNaN(target.reached) ? "not measured" : isMet(target) ? "met" : "missed")

export const formatTargets = (targets: ReadonlyArray<Target>): string =>
  formatTable({
    columns: ["measured", "target", "result", "verdict"],
    rows: targets.map((target) => [
      target.what,
      `${target.bound === "at least" ? "≥" : "≤"} ${formatNumber(target.target)}`,
      target.reached,
      verdict(target)
    ])
  })

export const formatResult = ({ measured, notMeasured, title }: Case, result: CaseResult): string =>
  [
    `## ${title}`,
    `Measured: ${measured}\n\nNot measured: ${notMeasured}`,
    ...result.tables.map((table) => `### ${table.title}\n\n${formatTable(table)}`),
    ...(result.failures.length === 0
      ? []
      : [`Couldn't be measured:\n\n${result.failures.map((failure) => `- ${failure}`).join("\n")}`])
  ].join("\n\n")

const formatMachine = ({ cores, memoryGigabytes, node, platform }: Machine) =>
  `Node ${node}, ${platform}, ${cores} cores, ${memoryGigabytes} GB of memory`

/** Returns the text of RESULTS.md. */
export const formatReport = (all: ReadonlyArray<Measured>, cases: Readonly<Record<string, Case>>): string => {
  const targets = all.flatMap(({ result }) => result.targets)
  const missed = targets.filter((target) => !isMet(target)).length
  const runs = all.map(
    ({ date, group, machine, scale, seconds }) =>
      `- ${group}: ${date}, ${scale === "full" ? "everything" : "what the targets need"}, in ${formatNumber(seconds)} s, on ${formatMachine(machine)}`
  )
  return `${[
    "# Results",
    "`pnpm bench` writes this file; don't edit it. [README.md](README.md) explains how to read it. Compare ratios, and only within one table: absolute numbers depend on the machine.",
    `## Targets\n\n${targets.length - missed} of ${targets.length} met.\n\n${formatTargets(targets)}`,
    ...all.flatMap(({ group, result }) => {
      const found = cases[group]
      return found === undefined ? [] : [formatResult(found, result)]
    }),
    `## Runs\n\n${runs.join("\n")}`
  ].join("\n\n")}\n`
}
