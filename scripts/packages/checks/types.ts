/** Compiles a strict program that imports every entry point, with the compilers and module resolutions that people use. */
import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Consumer } from "../Consumer.ts"
import { entryPoints } from "../EntryPoint.ts"
import type { Report } from "../Report.ts"
import { run } from "../Workspace.ts"

const require = createRequire(import.meta.url)

/** The compiler of this workspace, the last one written in TypeScript, and the oldest supported one. */
const compilers = [
  { name: "TypeScript 7", package: "typescript", resolutions: ["bundler", "node16", "nodenext"], skipLibCheck: false },
  { name: "TypeScript 6.0", package: "typescript-6.0", resolutions: ["bundler"], skipLibCheck: true },
  { name: "TypeScript 5.9", package: "typescript-5.9", resolutions: ["nodenext"], skipLibCheck: false }
]

/** The laws need a test runner, an optional peer that isn't installed here. */
const needsTestRunner = ["@effect-rooms/testing/Laws"]

const compilerOptions = (resolution: string, skipLibCheck: boolean) => ({
  module: resolution === "bundler" ? "esnext" : resolution,
  moduleResolution: resolution,
  target: "es2023",
  lib: ["ES2023", "ESNext.Disposable", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck,
  allowImportingTsExtensions: true,
  // A library's declarations are checked too: they must be able to name what our services return.
  declaration: true,
  noEmit: true
})

const specifiersOf = ({ packages }: Consumer) =>
  packages
    .flatMap((packed) => entryPoints(packed).map(({ specifier }) => specifier))
    .filter((specifier) => !needsTestRunner.includes(specifier))

/** Returns a compiler's errors about a program that imports every entry point. */
export const compileProblems = async (
  consumer: Consumer,
  compiler: string,
  resolution: string,
  skipLibCheck: boolean
): Promise<ReadonlyArray<string>> => {
  const { folder } = consumer
  const imports = specifiersOf(consumer).map(
    (specifier, index) => `export * as entry${index} from ${JSON.stringify(specifier)}`
  )
  mkdirSync(join(folder, "types"), { recursive: true })
  writeFileSync(join(folder, "types/all.ts"), `${imports.join("\n")}\n`)
  const project = join(folder, `tsconfig.${compiler}.${resolution}.json`)
  const files = [
    "types/all.ts",
    ...["main", "node", "worker", "browser", "library"].map((name) => `programs/${name}.ts`)
  ]
  writeFileSync(project, JSON.stringify({ compilerOptions: compilerOptions(resolution, skipLibCheck), files }))
  const tsc = join(dirname(require.resolve(`${compiler}/package.json`)), "bin/tsc")
  const { status, stderr, stdout } = await run(process.execPath, [tsc, "-p", project, "--pretty", "false"], {
    cwd: folder
  })
  return status === 0 ? [] : [`${stdout}${stderr}`.split("\n").slice(0, 30).join("\n")]
}

export const checkTypes = async (report: Report, consumer: Consumer) => {
  const entries = `${specifiersOf(consumer).length} entry points`
  for (const { name, package: compiler, resolutions, skipLibCheck } of compilers) {
    for (const resolution of resolutions) {
      const problems = await compileProblems(consumer, compiler, resolution, skipLibCheck)
      report.problems(`types by ${name}, ${resolution}`, problems, entries)
    }
  }
}
