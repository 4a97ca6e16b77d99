/**
 * The sizes that documents quote, beside those that were measured.
 */
import type { Document, Problem } from "./Document.ts"

/** What the table of bundles in the results says, in kB gzipped. */
export const readBundles = (results: string): ReadonlyArray<number> => {
  const [, table = ""] = /^### Bundles\n+((?:\|.*\n)+)/m.exec(results) ?? []
  const [, , ...rows] = table.trimEnd().split("\n")
  return rows.map((row) => Number(row.split("|").at(-2)))
}

/** Quoted sizes that are those of no bundle, each rounded as it is quoted. */
export const staleSizes = (
  documents: ReadonlyArray<Document>,
  bundles: ReadonlyArray<number>
): ReadonlyArray<Problem> =>
  documents.flatMap(({ path, sizes }) =>
    sizes.flatMap(({ kilobytes, line }) => {
      const decimals = kilobytes.split(".")[1]?.length ?? 0
      const isMeasured = bundles.some((bundle) => bundle.toFixed(decimals) === kilobytes)
      const message = `${kilobytes} kB is the size of no bundle in benchmarks/RESULTS.md`
      return isMeasured ? [] : [{ path, line, message }]
    })
  )
