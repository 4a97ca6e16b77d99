/**
 * Proves that the mutation script can fail: with a mutant that no test catches, and with markers that don't fit their code.
 */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const cases = [
  {
    folder: "proof",
    prints: ["1 of 2 mutants were caught: 50 %", "No test catches:\n  scripts/mutation/proof/src/sum.ts:6"]
  },
  {
    folder: "proof/stale",
    prints: [
      "product.ts:5: the code below doesn't contain `a + b`",
      "product.ts:6: the mutant has a syntax error",
      "product.ts:7: the laws don't run this package",
      "product.ts:8: a marker reads"
    ]
  }
]

const script = fileURLToPath(new URL("run.ts", import.meta.url))

for (const { folder, prints } of cases) {
  const args = [script, "--in", `scripts/mutation/${folder}`]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  const output = `${stdout}\n${stderr}`
  const isProved = status === 1 && prints.every((text) => output.includes(text))
  console.log(`${isProved ? "proved" : "NOT PROVED"}: the script fails on ${folder}`)
  if (isProved) continue
  console.error(`exit code ${status}\n${output}`)
  process.exitCode = 1
}
