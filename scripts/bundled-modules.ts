// What a program gets when it imports an entry point of a package: the bundler's own list of modules.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"

const modulesOf = (packageRoot: string): ReadonlyArray<string> =>
  readdirSync(join(packageRoot, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("internal"))
    .map((file) => join("src", file))

/** The public entry points of a package, from its `exports`. The pattern `./*` exports every module outside `internal`. */
export const entryPoints = (packageRoot: string): ReadonlyArray<string> => {
  const manifest: { readonly exports: Readonly<Record<string, string | null>> } = JSON.parse(
    readFileSync(join(packageRoot, "package.json"), "utf8")
  )
  const files = Object.entries(manifest.exports).flatMap(([entry, file]) =>
    entry === "./*" ? modulesOf(packageRoot) : file === null ? [] : join(file)
  )
  return [...new Set(files)]
}

/** The modules that a bundle of an entry point holds, and what it still imports from outside. */
export const bundledModules = async (entryPoint: string) => {
  const { metafile } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    // Neither a browser nor Node: what needs one of them stays an import from outside.
    platform: "neutral",
    mainFields: ["module", "main"],
    // A test runner is no part of a program: an entry that registers tests has it as an import from outside.
    external: ["node:*", "@effect/vitest", "vitest"],
    logLevel: "silent"
  })
  const outside = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => path)
  )
  return { modules: Object.keys(metafile.inputs), outside: [...new Set(outside)] }
}
