/** What the established linters of packages say: publint, and are-the-types-wrong. */
import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { moduleEntryPoints } from "../EntryPoint.ts"
import type { Packed } from "../Packed.ts"

export const publintProblems = async ({ folder }: Packed): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false })
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg) ?? message.code}`)
}

/**
 * How TypeScript resolves every entry point. The packages are ESM only: old Node resolution knows no `exports`, and `require`
 * gets a module where Node can load one so, and Node's own error where it cannot.
 */
const expected: ReadonlySet<string> = new Set(["CJSResolvesToESM"])
const unsupported: ReadonlySet<string> = new Set(["node10"])

export const typesProblems = async (packed: Packed): Promise<ReadonlyArray<string>> => {
  const entries = moduleEntryPoints(packed)
  if (entries.length === 0) return []
  const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball)))
  const result = await checkPackage(tarball, { entrypoints: entries.map(({ subpath }) => subpath) })
  if (!result.types) return ["it has no types"]
  return result.problems
    .filter((problem) => !expected.has(problem.kind))
    .filter((problem) => !("resolutionKind" in problem && unsupported.has(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem))
}
