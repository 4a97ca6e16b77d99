/**
 * A process that runs the laws, of the suites that its arguments name, as often as it is asked to: on the code with a mutant,
 * or as it is. Code that did not change is not read again, so that a run takes a fraction of a second.
 */
import { fileURLToPath } from "node:url"
import { createVitest, type TestModule } from "vitest/node"
import { type Mutant, mutate } from "./Mutant.ts"
import type { Outcome } from "./Outcome.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

let mutant: Mutant | undefined

const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    include: process.argv.slice(2).map((suite) => `scripts/mutation/suites/${suite}.ts`),
    // One failure is enough.
    bail: 1,
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    testTimeout: 5_000,
    silent: true,
    reporters: [{}],
    // What is wrong with the code is not to be remembered.
    cache: false,
    fsModuleCache: false
  },
  {
    plugins: [
      {
        name: "mutation",
        enforce: "pre",
        // The code changes on its way to the laws. The file stays as it is.
        transform: (code, id) => (mutant !== undefined && id === root + mutant.file ? mutate(mutant, code) : undefined)
      }
    ]
  }
)

const specifications = await vitest.globTestSpecifications()
const inMemory = specifications.filter(({ moduleId }) => moduleId.endsWith("memory.ts"))
const overHttp = specifications.filter(({ moduleId }) => moduleId.endsWith("http.ts"))

const problemOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error)

const outcomeOf = (modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): Outcome => {
  for (const module of modules) {
    for (const test of module.children.allTests("failed")) {
      return { _tag: "Caught", law: test.fullName, error: problemOf(test.result().errors?.[0]) }
    }
  }
  const errors = [...modules.flatMap((module) => module.errors()), ...unhandled]
  if (errors.length > 0) return { _tag: "Broken", problem: problemOf(errors[0]) }
  return modules.every((module) => module.ok()) ? { _tag: "Survived" } : { _tag: "Broken", problem: "no test failed" }
}

const run = async (next: Mutant | undefined): Promise<Outcome> => {
  for (const changed of [mutant, next]) if (changed !== undefined) vitest.invalidateFile(root + changed.file)
  mutant = next
  // What the client does shows over HTTP only.
  const isOfClient = next?.file.startsWith("packages/http-client/") ?? false
  for (const suite of isOfClient ? [overHttp] : [inMemory, overHttp].filter(({ length }) => length > 0)) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(suite)
    // Modules of runs before this one are there too.
    const modules = testModules.filter(({ moduleId }) =>
      suite.some((specification) => specification.moduleId === moduleId)
    )
    const outcome = outcomeOf(modules, unhandledErrors)
    if (modules.length === 0) return { _tag: "Broken", problem: "there are no laws" }
    if (outcome._tag !== "Survived") return outcome
  }
  return { _tag: "Survived" }
}

process.on("message", ({ mutant }: { readonly mutant?: Mutant }) => {
  run(mutant).then(
    (outcome) => process.send?.(outcome),
    (error) => process.send?.({ _tag: "Broken", problem: problemOf(error) } satisfies Outcome)
  )
})
process.on("disconnect", () => process.exit())
