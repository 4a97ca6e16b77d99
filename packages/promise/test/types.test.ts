import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"

const packageRoot = fileURLToPath(new URL("..", import.meta.url))
const packages = join(packageRoot, "..")
const modules = join(packageRoot, "../../node_modules")

/** Runs the compiler and returns its output. */
const tsc = (folder: string, ...args: ReadonlyArray<string>) =>
  new Promise<string>((resolve) => {
    execFile(join(modules, ".bin/tsc"), args, { cwd: folder }, (_, stdout, stderr) => resolve(stdout + stderr))
  })

const options = {
  strict: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  target: "ES2022",
  noEmit: true,
  // The workspace links packages to their sources, which a published package doesn't have.
  preserveSymlinks: true
}

const withDom = { ...options, lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] }

const withNode = { ...options, lib: ["ES2023"], types: ["node"], typeRoots: ["./types"] }

const consumers: ReadonlyArray<readonly [string, object]> = [
  ["a browser, with a bundler", { ...withDom, module: "ESNext", moduleResolution: "bundler" }],
  ["a browser, as Node resolves modules", { ...withDom, module: "NodeNext" }],
  ["Node", { ...withNode, module: "NodeNext" }]
]

describe("the published types of the Promise client", () => {
  let folder = ""

  /** Installs a package as it is published: its `dist`, by the exports of `publishConfig`. */
  const install = async (name: string) => {
    const installed = join(folder, "node_modules/@effect-rooms", name)
    await mkdir(installed, { recursive: true })
    const { publishConfig }: { publishConfig: { exports: object } } = JSON.parse(
      await readFile(join(packages, name, "package.json"), "utf8")
    )
    await writeFile(
      join(installed, "package.json"),
      JSON.stringify({ name: `@effect-rooms/${name}`, type: "module", exports: publishConfig.exports })
    )
    await symlink(join(packages, name, "dist"), join(installed, "dist"))
  }

  beforeAll(async () => {
    assert.strictEqual(await tsc(packageRoot, "-b", "tsconfig.build.json"), "")
    // Outside the repository, so that only the installed packages are found.
    folder = await mkdtemp(join(tmpdir(), "promise-types-"))
    for (const name of ["core", "http-client", "promise"]) await install(name)
    await symlink(join(modules, "effect"), join(folder, "node_modules/effect"))
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    await mkdir(join(folder, "types"))
    await symlink(join(modules, "@types/node"), join(folder, "types/node"))
    await copyFile(join(packageRoot, "test/fixtures/consumer.ts"), join(folder, "consumer.ts"))
  }, 120_000)

  afterAll(() => rm(folder, { recursive: true }))

  it.each(consumers)("compile in %s in a program without Effect", async (_, compilerOptions) => {
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }))
    assert.strictEqual(await tsc(folder, "-p", "tsconfig.json"), "")
  })
})
