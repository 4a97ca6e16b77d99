/**
 * Breaks the code in many small ways and sees whether the laws notice: `node scripts/mutation/run.ts [part of a name …]`.
 *
 * No file is changed. The exit code is 0 where the laws hold for the code as it is and catch every mutant. A mutant that
 * survives shows a law that is missing; one whose text is no longer there has to be written anew.
 */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { LawsProcess } from "./LawsProcess.ts"
import { type Mutant, problemOf } from "./Mutant.ts"
import type { Outcome } from "./Outcome.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // Another list than all mutants: a module that exports `mutants`.
  options: {
    mutants: { type: "string", default: `${root}scripts/mutation/mutants/index.ts` },
    // Without the laws over HTTP, which take most of the time.
    memory: { type: "boolean", default: false }
  }
})

/** So many runs at a time. */
const processes = [new LawsProcess(values.memory), new LawsProcess(values.memory)]

const seconds = (sinceMillis: number) => `${((performance.now() - sinceMillis) / 1_000).toFixed(1)} s`

const said = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case "Caught":
      return `caught    by "${outcome.law.split(" > ").slice(1).join(": ")}"`
    case "Hung":
      return "caught    because the laws did not come to an end"
    case "Survived":
      return "SURVIVED"
    case "Broken":
      return `BROKEN    ${outcome.problem}`
  }
}

/** Runs all of them, so many at a time. */
const runAll = async (mutants: ReadonlyArray<Mutant>) => {
  const outcomes = new Map<Mutant, Outcome>()
  const left = [...mutants]
  const work = async (laws: LawsProcess) => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const start = performance.now()
      const outcome = await laws.run(mutant)
      outcomes.set(mutant, outcome)
      console.log(`${seconds(start).padStart(7)}  ${mutant.name.padEnd(62)} ${said(outcome)}`)
    }
  }
  await Promise.all(processes.map(work))
  return outcomes
}

/** Whether the laws hold without a mutant. */
const areFine = async (message: string): Promise<boolean> => {
  const start = performance.now()
  const outcomes = await Promise.all(processes.map((laws) => laws.run()))
  const wrong = outcomes.find(({ _tag }) => _tag !== "Survived")
  if (wrong === undefined) console.log(seconds(start).padStart(7) + message)
  else console.error(`The laws do not hold for the code as it is: ${said(wrong)}`)
  if (wrong?._tag === "Caught") console.error(wrong.error)
  return wrong === undefined
}

const main = async (): Promise<number> => {
  const start = performance.now()
  const { mutants: all }: { readonly mutants: ReadonlyArray<Mutant> } = await import(
    pathToFileURL(resolve(values.mutants)).href
  )
  const mutants = all.filter(({ name }) => positionals.every((part) => name.includes(part)))
  const stale = mutants.flatMap((mutant) => {
    const problem = problemOf(mutant, readFileSync(root + mutant.file, "utf8"))
    return problem === undefined ? [] : [`${mutant.file}: "${mutant.name}": ${problem}`]
  })
  if (stale.length > 0 || mutants.length === 0) {
    console.error(["There are mutants that cannot be made:", ...stale].join("\n  "))
    return 1
  }
  if (!(await areFine("  the laws hold for the code as it is"))) return 1
  const outcomes = await runAll(mutants)
  const named = (...tags: ReadonlyArray<Outcome["_tag"]>) =>
    mutants.filter((mutant) => tags.includes(outcomes.get(mutant)?._tag ?? "Broken")).map(({ name }) => name)
  const caught = named("Caught", "Hung")
  const score = Math.floor((100 * caught.length) / mutants.length)
  console.log(`\n${caught.length} of ${mutants.length} mutants were caught: ${score} %, in ${seconds(start)}`)
  const [survivors, broken] = [named("Survived"), named("Broken")]
  if (survivors.length > 0) console.error(["A law is missing that catches:", ...survivors].join("\n  "))
  if (broken.length > 0) console.error(["The laws could not be run with:", ...broken].join("\n  "))
  // No mutant may have left anything behind for the next one.
  if (!(await areFine("  the laws still hold for the code as it is"))) return 1
  return caught.length === mutants.length ? 0 : 1
}

process.exitCode = await main()
for (const laws of processes) laws.close()
