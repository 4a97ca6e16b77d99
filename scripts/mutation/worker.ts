/**
 * Runs the tests of each job it receives, on the code with a mutant or as it is. Vitest stays loaded between jobs, and code that
 * didn't change isn't read again, so a job takes a fraction of a second.
 */
import { createVitest, type TestModule, type TestSpecification } from "vitest/node"
import { type Mutant, mutate } from "./Mutant.ts"
import type { Outcome } from "./Outcome.ts"
import { root } from "./scan.ts"
import type { Job } from "./TestProcess.ts"

let mutant: Mutant | undefined

const lawsInMemory = `${root}scripts/mutation/suites/memory.ts`
const lawsOverHttp = `${root}scripts/mutation/suites/http.ts`

const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    include: [lawsInMemory, lawsOverHttp, "packages/*/test/**/*.test.ts", "scripts/mutation/proof/test/*.test.ts"],
    // One failure is enough.
    bail: 1,
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    silent: true,
    reporters: [{}],
    // Nothing that the mutated code produced may be remembered.
    cache: false,
    fsModuleCache: false
  },
  {
    plugins: [
      {
        name: "mutation",
        enforce: "pre",
        // The code changes when it is loaded. The file stays as it is.
        transform: (code, id) => (mutant !== undefined && id === root + mutant.file ? mutate(mutant, code) : undefined)
      }
    ]
  }
)

const specifications = new Map(
  (await vitest.globTestSpecifications()).map((specification) => [specification.moduleId, specification])
)

const problemOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error)

const outcomeOf = (modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): Outcome => {
  for (const module of modules) {
    for (const test of module.children.allTests("failed")) {
      return { _tag: "Caught", test: test.fullName, error: problemOf(test.result().errors?.[0]) }
    }
  }
  const errors = [...modules.flatMap((module) => module.errors()), ...unhandled]
  if (errors.length > 0) return { _tag: "Broken", problem: problemOf(errors[0]) }
  return modules.every((module) => module.ok()) ? { _tag: "Survived" } : { _tag: "Broken", problem: "no test failed" }
}

const runFile = async (specification: TestSpecification): Promise<Outcome> => {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  // The result also has the modules of earlier runs.
  const modules = testModules.filter(({ moduleId }) => moduleId === specification.moduleId)
  return modules.length === 0
    ? { _tag: "Broken", problem: `${specification.moduleId} has no tests` }
    : outcomeOf(modules, unhandledErrors)
}

const filesOf = ({ mutant, test }: Job): ReadonlyArray<string> => {
  if (test !== undefined) return [root + test]
  // Code of the client runs over HTTP only.
  return mutant?.file.startsWith("packages/http-client/") ? [lawsOverHttp] : [lawsInMemory, lawsOverHttp]
}

const run = async (job: Job): Promise<Outcome> => {
  for (const changed of [mutant, job.mutant]) if (changed !== undefined) vitest.invalidateFile(root + changed.file)
  mutant = job.mutant
  for (const file of filesOf(job)) {
    const specification = specifications.get(file)
    if (specification === undefined) return { _tag: "Broken", problem: `there is no test file ${file}` }
    const outcome = await runFile(specification)
    if (outcome._tag !== "Survived") return outcome
  }
  return { _tag: "Survived" }
}

process.on("message", (job: Job) => {
  run(job).then(
    (outcome) => process.send?.(outcome),
    (error) => process.send?.({ _tag: "Broken", problem: problemOf(error) } satisfies Outcome)
  )
})
process.on("disconnect", () => process.exit())
