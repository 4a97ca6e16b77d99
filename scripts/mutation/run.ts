/**
 * Runs the tests on many small mutants of the code, which comments in the source mark (see Mutant.ts), and fails unless the
 * tests catch every one. No file is changed.
 *
 *     node scripts/mutation/run.ts                     all mutants
 *     node scripts/mutation/run.ts --only core         those with "core" in their path; can be repeated
 *     node scripts/mutation/run.ts --sample 40         40 of them, others when the code changes
 *     node scripts/mutation/run.ts --check             only checks that every marker fits the code below it
 *
 * A mutant that survives shows that a test is missing.
 */
import { parseArgs } from "node:util"
import { describe, type Mutant, type Problem } from "./Mutant.ts"
import type { Outcome } from "./Outcome.ts"
import { sampleOf, scan, unparsable } from "./scan.ts"
import { TestProcess } from "./TestProcess.ts"

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    sample: { type: "string" },
    check: { type: "boolean", default: false },
    // Another folder than the packages: the proof of this script has its own.
    in: { type: "string" }
  }
})

/** Markers may move and change, but their number must not fall. */
const leastMutants = 138

const processes = [new TestProcess(), new TestProcess()]

const seconds = (sinceMillis: number) => `${((performance.now() - sinceMillis) / 1_000).toFixed(1)} s`

const render = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case "Caught":
      return `caught by "${outcome.test.split(" > ").slice(1).join(": ") || outcome.test}"`
    case "Hung":
      return "caught: the tests didn't finish"
    case "Survived":
      return "SURVIVED"
    case "Broken":
      return `BROKEN: ${outcome.problem}`
  }
}

const runAll = async (mutants: ReadonlyArray<Mutant>) => {
  const outcomes = new Map<Mutant, Outcome>()
  // Mutants of one test file follow each other, so that a process seldom changes its tests.
  const left = mutants.toSorted((a, b) => (a.test ?? "").localeCompare(b.test ?? ""))
  const work = async (tests: TestProcess) => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const start = performance.now()
      const outcome = await tests.run({ mutant, test: mutant.test })
      outcomes.set(mutant, outcome)
      console.log(`${seconds(start).padStart(7)}  ${describe(mutant)}\n         ${render(outcome)}`)
    }
  }
  await Promise.all(processes.map(work))
  return outcomes
}

/** Returns whether the tests pass without a mutant. */
const passes = async (tests: ReadonlyArray<string | undefined>, message: string): Promise<boolean> => {
  const start = performance.now()
  for (const test of tests) {
    const outcomes = await Promise.all(processes.map((process) => process.run({ test })))
    const wrong = outcomes.find(({ _tag }) => _tag !== "Survived")
    if (wrong === undefined) continue
    console.error(`${test ?? "The laws"} failed without a mutant: ${render(wrong)}`)
    if (wrong._tag === "Caught") console.error(wrong.error)
    return false
  }
  console.log(`${seconds(start).padStart(7)}  ${message}`)
  return true
}

const failWith = (title: string, problems: ReadonlyArray<string>): number => {
  if (problems.length > 0) console.error([title, ...problems].join("\n  "))
  return problems.length > 0 ? 1 : 0
}

const check = async ({ mutants, problems }: ReturnType<typeof scan>): Promise<number> => {
  const all: ReadonlyArray<Problem> = [...problems, ...(await unparsable(mutants))]
  const lines = all.map(({ file, line, message }) => `${file}:${line}: ${message}`)
  if (values.in === undefined && mutants.length < leastMutants) {
    lines.push(`the packages mark ${mutants.length} mutants; there must be at least ${leastMutants}`)
  }
  return failWith("These mutants can't be made. Update the markers, or write new ones:", lines)
}

const main = async (): Promise<number> => {
  const start = performance.now()
  const found = scan(values.in)
  const status = await check(found)
  if (status !== 0 || values.check) return status
  const { only } = values
  const chosen = found.mutants.filter(({ file }) => only === undefined || only.some((part) => file.includes(part)))
  const mutants = values.sample === undefined ? chosen : sampleOf(chosen, Number(values.sample))
  if (mutants.length === 0) return failWith("There is nothing to run:", ["no marker fits --only"])
  const tests = [...new Set(mutants.map(({ test }) => test))]
  if (!(await passes(tests, "the tests pass without a mutant"))) return 1
  const outcomes = await runAll(mutants)
  const those = (...tags: ReadonlyArray<Outcome["_tag"]>) =>
    mutants.filter((mutant) => tags.includes(outcomes.get(mutant)?._tag ?? "Broken")).map(describe)
  const caught = those("Caught", "Hung").length
  const score = Math.floor((100 * caught) / mutants.length)
  console.log(`\n${caught} of ${mutants.length} mutants were caught: ${score} %, in ${seconds(start)}`)
  failWith("No test catches:", those("Survived"))
  failWith("The tests couldn't run with:", those("Broken"))
  // No mutant may have left anything behind for the next one.
  if (!(await passes(tests, "the tests still pass without a mutant"))) return 1
  return caught === mutants.length ? 0 : 1
}

process.exitCode = await main()
for (const process of processes) process.close()
