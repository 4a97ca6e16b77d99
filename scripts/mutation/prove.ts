/**
 * Proves that the mutation script can fail: a mutant that nobody can notice, one with which nothing runs, and one whose text is
 * not there each have to be named, and to give the exit code 1.
 */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const cases = [
  {
    mutants: "unnoticed.ts",
    says: [
      "1 of 3 mutants were caught: 33 %",
      "A law is missing that catches:\n  a page of rooms has as many as before",
      "The laws could not be run with:\n  a page of rooms has a syntax error"
    ]
  },
  { mutants: "stale.ts", says: ['"a page of rooms has eleven": its text occurs 0 times'] }
]

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

for (const { mutants, says } of cases) {
  const args = [pathOf("run.ts"), "--memory", "--mutants", pathOf(`proof/${mutants}`)]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  const output = `${stdout}\n${stderr}`
  const isProved = status === 1 && says.every((text) => output.includes(text))
  console.log(`${isProved ? "proved" : "NOT PROVED"}: the script fails with proof/${mutants}`)
  if (isProved) continue
  console.error(`exit code ${status}\n${output}`)
  process.exitCode = 1
}
