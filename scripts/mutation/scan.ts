/**
 * Finds the mutants that the packages' sources mark.
 */
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { transform } from "esbuild"
import { describe, type Mutant, mutantsIn, mutate, type Problem } from "./Mutant.ts"

/** The root of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** Returns the mutants below a folder, or in all packages, and the markers that no longer fit their code. */
export const scan = (folder?: string) => {
  const files = globSync(folder === undefined ? "packages/*/src/**/*.ts" : `${folder}/src/**/*.ts`, {
    cwd: root
  }).sort()
  const found = files.map((file) => mutantsIn(file, readFileSync(root + file, "utf8")))
  return { mutants: found.flatMap(({ mutants }) => mutants), problems: found.flatMap(({ problems }) => problems) }
}

/** Returns the mutants that aren't code any more. Tests would fail on those for the wrong reason. */
export const unparsable = async (mutants: ReadonlyArray<Mutant>): Promise<Array<Problem>> => {
  const problems = mutants.map(async (mutant): Promise<Array<Problem>> => {
    try {
      await transform(mutate(mutant, readFileSync(root + mutant.file, "utf8")), { loader: "ts" })
      return []
    } catch {
      return [{ file: mutant.file, line: mutant.line, message: `the mutant has a syntax error: ${describe(mutant)}` }]
    }
  })
  return (await Promise.all(problems)).flat()
}

/**
 * Returns `size` of the mutants. The same code gives the same sample; when a file changes, its mutants are drawn again, so that
 * over time the sample covers all of them.
 */
export const sampleOf = (mutants: ReadonlyArray<Mutant>, size: number): ReadonlyArray<Mutant> => {
  const rank = (mutant: Mutant) =>
    createHash("sha256")
      .update(readFileSync(root + mutant.file))
      .update(describe(mutant))
      .digest("hex")
  const ranked = mutants.map((mutant) => ({ mutant, rank: rank(mutant) }))
  return ranked
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
}
