/**
 * `pnpm bench` measures every number that this project claims. It is plain code, without Effect, so that the measuring code isn't
 * part of the result.
 */
import { availableParallelism, totalmem } from "node:os"
import { join } from "node:path"
import { cases } from "../cases/index.ts"
import { buildPrograms, root } from "./Build.ts"
import type { Target } from "./Case.ts"
import { type Options, parseOptions, usage } from "./Options.ts"
import { formatResult, formatTargets, type Machine } from "./Report.ts"
import { keepResult, writeReport } from "./Results.ts"

const machine: Machine = {
  node: process.versions.node,
  platform: `${process.platform} ${process.arch}`,
  cores: availableParallelism(),
  memoryGigabytes: Math.round(totalmem() / 1_073_741_824)
}

const run = async ({ only, scale }: Options): Promise<boolean> => {
  await buildPrograms()
  const groups = Object.entries(cases).filter(([name]) => only.length === 0 || only.includes(name))
  const targets: Array<Target> = []
  let isWhole = true
  for (const [group, measured] of groups) {
    const begin = performance.now()
    const result = await measured.run(scale).catch((error: unknown) => ({
      tables: [],
      targets: [],
      failures: [error instanceof Error ? error.message : String(error)]
    }))
    const seconds = (performance.now() - begin) / 1_000
    isWhole &&= result.failures.length === 0
    targets.push(...result.targets)
    keepResult(join(root, "results"), {
      group,
      scale,
      date: new Date().toISOString().slice(0, 10),
      seconds,
      machine,
      result
    })
    if (scale !== "quick") writeReport(join(root, "results"), join(root, "RESULTS.md"), cases)
    console.log(`${formatResult(measured, result)}\n\n(${group}: ${seconds.toFixed(0)} s)\n`)
  }
  const note = scale === "quick" ? " (a quick run shows that everything works; ignore its numbers)" : ""
  if (targets.length > 0) console.log(`## Targets${note}\n\n${formatTargets(targets)}`)
  return isWhole
}

const options = (): Options | undefined => {
  try {
    return parseOptions(process.argv.slice(2), Object.keys(cases))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage(Object.keys(cases))}`)
    return undefined
  }
}

const asked = options()
if (asked === undefined) process.exitCode = 2
else if (!(await run(asked))) process.exitCode = 1
