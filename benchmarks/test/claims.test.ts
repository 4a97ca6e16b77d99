/**
 * The claims about performance: the results meet every target, and every number in the README's comparison is from there.
 */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")
const results = read("RESULTS.md")

/** The rows of the table below a heading. */
const rowsBelow = (heading: string): ReadonlyArray<ReadonlyArray<string>> => {
  const section = results.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? ""
  const lines = section.split("\n").filter((line) => line.startsWith("|"))
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )
}

/** Every number in the results' tables. Thousands are separated by a space. */
const measured = results
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .flatMap((line) => line.split("|").map((cell) => cell.trim().replaceAll(/(?<=\d) (?=\d{3})/g, "")))
  .filter((cell) => /^[\d.]+$/.test(cell))
  .map(Number)

/** Numbers in a text that a unit or a client's name gives a meaning, with the decimals that they're quoted with. */
const claimsIn = (text: string) =>
  [...text.matchAll(/(?<![\w.,])\d[\d,]*(?:\.\d+)?(?= µs| ms| kB| on Node| over `fetch`|\s*(?:·|\|))/g)].map(
    ([claim]) => ({
      claim,
      value: Number(claim.replaceAll(",", "")),
      decimals: claim.split(".")[1]?.length ?? 0
    })
  )

const isMeasured = ({ decimals, value }: { readonly value: number; readonly decimals: number }) =>
  measured.some((result) => Math.abs(result - value) < 10 ** -decimals / 2 + 1e-9)

describe("the results", () => {
  it("meet every target", () => {
    const targets = rowsBelow("## Targets")
    assert.isAbove(targets.length, 30)
    assert.deepStrictEqual(
      targets.filter((row) => row.at(-1) !== "met"),
      []
    )
  })
})

describe("the README", () => {
  const comparison =
    /<!-- comparison:[^\n]*-->([\s\S]*)<!-- end of comparison -->/.exec(read("../README.md"))?.[1] ?? ""

  it("compares only measured numbers", () => {
    const claims = claimsIn(comparison)
    assert.isAbove(claims.length, 10)
    assert.deepStrictEqual(
      claims.filter((claim) => !isMeasured(claim)).map(({ claim }) => claim),
      []
    )
  })

  it("could not claim another number", () => {
    assert.deepStrictEqual(
      claimsIn("| 63.2 µs | 99,999 on Node's transport, 75 kB |")
        .filter(isMeasured)
        .map(({ claim }) => claim),
      ["63.2", "75"]
    )
  })
})
