import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"

const packageRoot = fileURLToPath(new URL("../..", import.meta.url))
const root = join(packageRoot, "../..")

/** Runs the compiler, and gives what it says. */
const tsc = (folder: string, ...args: ReadonlyArray<string>) =>
  new Promise<string>((resolve) => {
    execFile(join(root, "node_modules/.bin/tsc"), args, { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr)
    )
  })

const specifiers = (declarations: string): ReadonlyArray<string> =>
  Array.from(
    declarations.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']|<reference\s+(?:types|path)="([^"]+)"/g),
    ([, imported, referenced]) => imported ?? referenced ?? ""
  )

const options = {
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  target: "ES2022",
  noEmit: true
}

const withDom = { ...options, lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] }

const withNode = { ...options, lib: ["ES2023"], types: ["node"], typeRoots: ["./types"] }

const consumers: ReadonlyArray<readonly [string, object]> = [
  ["a browser, with a bundler", { ...withDom, module: "ESNext", moduleResolution: "bundler" }],
  ["a browser, as Node resolves modules", { ...withDom, module: "NodeNext" }],
  ["Node", { ...withNode, module: "NodeNext" }]
]

describe("the types of the promise client", () => {
  let folder = ""
  const declarationsOf = (file: string) => join(folder, "node_modules/@effect-rooms/http-client/dist", file)

  beforeAll(async () => {
    // Nothing of this repository is to be found from there.
    folder = await mkdtemp(join(tmpdir(), "promise-types-"))
    const installed = dirname(declarationsOf(""))
    await mkdir(installed, { recursive: true })
    const { publishConfig }: { publishConfig: { exports: object } } = JSON.parse(
      await readFile(join(packageRoot, "package.json"), "utf8")
    )
    await writeFile(
      join(installed, "package.json"),
      JSON.stringify({ name: "@effect-rooms/http-client", type: "module", exports: publishConfig.exports })
    )
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    await mkdir(join(folder, "types"))
    await symlink(join(root, "node_modules/@types/node"), join(folder, "types/node"))
    await copyFile(join(packageRoot, "test/promise/fixtures/consumer.ts"), join(folder, "consumer.ts"))
    await tsc(
      packageRoot,
      ...["-p", "tsconfig.build.json", "--composite", "false", "--incremental", "false", "--declarationMap", "false"],
      ...["--emitDeclarationOnly", "--outDir", declarationsOf("")]
    )
  }, 60_000)

  afterAll(() => rm(folder, { recursive: true }))

  it("import nothing but each other", async () => {
    const [seen, foreign] = [new Set<string>(), new Set<string>()]
    const visit = async (file: string): Promise<void> => {
      if (seen.has(file)) return
      seen.add(file)
      for (const specifier of specifiers(await readFile(file, "utf8"))) {
        if (specifier.startsWith(".")) await visit(join(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts")))
        else foreign.add(specifier)
      }
    }
    await visit(declarationsOf("promise.d.ts"))
    await visit(declarationsOf("promise/node.d.ts"))
    assert.deepStrictEqual([...foreign], [])
    assert.isAbove(seen.size, 5)
    // The walk finds imports where there are some.
    await visit(declarationsOf("RoomsHttp.d.ts"))
    assert.isTrue([...foreign].some((specifier) => specifier.startsWith("effect/")))
  })

  it.each(consumers)("compile in %s, where there is no Effect", async (_, compilerOptions) => {
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }))
    assert.strictEqual(await tsc(folder, "-p", "tsconfig.json"), "")
  })
})
