/** Runs publint and are-the-types-wrong on a package. */
import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { entryPoints } from "../EntryPoint.ts"
import type { Packed } from "../Packed.ts"

export const publintProblems = async ({ folder }: Packed): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false })
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg) ?? message.code}`)
}

/** The packages are ESM only: the old Node resolution ignores `exports`, and `require` loads a module if Node supports that. */
const expected: ReadonlySet<string> = new Set(["CJSResolvesToESM"])
const unsupported: ReadonlySet<string> = new Set(["node10"])

export const typesProblems = async (packed: Packed): Promise<ReadonlyArray<string>> => {
  const entries = entryPoints(packed)
  if (entries.length === 0) return []
  const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball)))
  const result = await checkPackage(tarball, { entrypoints: entries.map(({ subpath }) => subpath) })
  if (!result.types) return ["it has no types"]
  return result.problems
    .filter((problem) => !expected.has(problem.kind))
    .filter((problem) => !("resolutionKind" in problem && unsupported.has(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem))
}
