/**
 * Compares the sizes in the documents with the measured ones.
 */
import type { Document, Problem } from "./Document.ts"

/** Reads the sizes of all bundles from the results, in kB gzipped. */
export const readBundles = (results: string): ReadonlyArray<number> => {
  const [, table = ""] = /^### Bundles\n+((?:\|.*\n)+)/m.exec(results) ?? []
  const [, , ...rows] = table.trimEnd().split("\n")
  return rows.map((row) => Number(row.split("|").at(-2)))
}

/** Returns the quoted sizes that no bundle has. */
export const staleSizes = (
  documents: ReadonlyArray<Document>,
  bundles: ReadonlyArray<number>
): ReadonlyArray<Problem> =>
  documents.flatMap(({ path, sizes }) =>
    sizes.flatMap(({ kilobytes, line }) => {
      const decimals = kilobytes.split(".")[1]?.length ?? 0
      const isMeasured = bundles.some((bundle) => bundle.toFixed(decimals) === kilobytes)
      const message = `${kilobytes} kB isn't the size of any bundle in benchmarks/RESULTS.md`
      return isMeasured ? [] : [{ path, line, message }]
    })
  )
