import { join } from "node:path"
import { build } from "esbuild"
import { type Package, root } from "./imports.ts"

/** The contents of the bundle of one entry point. */
export interface Bundle {
  /** Our packages and libraries that have code in it. */
  readonly packages: ReadonlyArray<string>
  /** Its remaining imports. */
  readonly outside: ReadonlyArray<string>
}

/** Returns the code entries of a package by their names, such as `./Rooms`, with the files they point at. */
export const entriesOf = ({ manifest }: Package): ReadonlyArray<readonly [string, string]> =>
  Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) =>
    typeof target === "string" && target.endsWith(".ts") && !entry.includes("*") ? [[entry, target] as const] : []
  )

const packageOf = (module: string): string =>
  /^packages\/([^/]+)\/src\//.exec(module)?.[1] ?? /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? module

/** Bundles every entry point of a package for itself, for a platform that is neither a browser nor Node. */
export const bundlesOf = async (owner: Package): Promise<ReadonlyMap<string, Bundle>> => {
  const entries = entriesOf(owner)
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map(([, file]) => [file, join(owner.folder, file)])),
    outdir: "nowhere",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    // Entry points for tests import the test runner of whoever uses them.
    external: ["node:*", "@effect/vitest", "vitest", "@effect/platform-node", "#platform/*"],
    logLevel: "silent"
  })
  return new Map(
    entries.map(([entry, file]) => {
      const output = metafile.outputs[join("nowhere", `${file}.js`)]
      const outside = output?.imports.filter(({ external }) => external === true).map(({ path }) => path)
      const packages = Object.keys(output?.inputs ?? {}).map(packageOf)
      return [entry, { packages: [...new Set(packages)].sort(), outside: [...new Set(outside)].sort() }]
    })
  )
}
