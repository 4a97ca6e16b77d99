/**
 * The structure of the repository: which package may import which, where each entry point runs, and no import cycles.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bundlesOf, entriesOf } from "./bundle.ts"
import { cyclesIn, importGraph, modules, packages, root, specifiersIn } from "./imports.ts"

interface Boundary {
  /** Our packages that may have code in its bundles. */
  readonly packages: ReadonlyArray<string>
  /** Entries that need Node. All others run in browsers and workers too. */
  readonly onNode?: ReadonlyArray<string>
  /** Libraries beyond `effect`, for entries on Node. */
  readonly libraries?: ReadonlyArray<string>
  /** Entries that import the test runner. */
  readonly forTests?: ReadonlyArray<string>
}

const boundaries: Readonly<Record<string, Boundary>> = {
  core: { packages: [] },
  "http-client": { packages: ["core"], onNode: ["./node", "./node/unstable"], libraries: ["undici"] },
  promise: { packages: ["core", "http-client"], onNode: ["./node"], libraries: ["undici"] },
  testing: { packages: ["core"], forTests: ["./Laws"] }
}

/** Packages that run on Node only. Their manifests say what they import; the arrows below hold for them as well. */
const onNodeOnly: Readonly<Record<string, ReadonlyArray<string>>> = {
  emulator: ["core", "testing"],
  mirror: ["core"],
  studio: ["core", "mirror"],
  mcp: ["core", "mirror"]
}

const nameOf = (folder: string) => folder.replace("packages/", "")
const portable = packages.filter(({ folder }) => nameOf(folder) in boundaries)

describe("packages", () => {
  it("are all known to this test", () => {
    const known = [...Object.keys(boundaries), ...Object.keys(onNodeOnly), "cli"]
    expect(packages.map(({ folder }) => nameOf(folder)).filter((name) => !known.includes(name))).toEqual([])
  })

  it("are all built and tested by turbo's own tasks, and released together", () => {
    const names = packages.map(({ manifest }) => manifest.name).sort()
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"))
    const { tasks } = read("turbo.json")
    const namedIn = (task: string, suffix: string) =>
      tasks[task].dependsOn.map((dependency: string) => dependency.replace(suffix, "")).sort()
    expect(namedIn("//#packages", "#build")).toEqual(names)
    expect(namedIn("//#mutation", "#test")).toEqual(names)
    expect(namedIn("//#mutation:sample", "#test")).toEqual(names)
    expect(read(".changeset/config.json").fixed[0].toSorted()).toEqual(names)
  })

  it("import only packages below them", () => {
    const graph = importGraph(modules.filter((file) => /^packages\/[^/]+\/src\//.test(file)))
    const packageOf = (file: string) => file.split("/")[1] ?? ""
    const wrong = [...graph].flatMap(([file, targets]) => {
      const name = packageOf(file)
      const allowed = boundaries[name]?.packages ?? onNodeOnly[name]
      // The command may import every package.
      if (allowed === undefined) return []
      const outside = targets.filter((target) => packageOf(target) !== name && !allowed.includes(packageOf(target)))
      return outside.map((target) => `${file} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })
})

describe.each(portable.map((owner) => [nameOf(owner.folder), owner] as const))("bundles of %s", (name, owner) => {
  it("contain only the packages below it, and effect", async () => {
    const { libraries = [], onNode = [], packages: below = [], forTests = [] } = boundaries[name] ?? {}
    const bundles = await bundlesOf(owner)
    expect(bundles.size).toBeGreaterThan(0)
    for (const [entry, { outside, packages: found }] of bundles) {
      const isOnNode = onNode.includes(entry)
      const allowed = [name, "effect", ...below, ...(isOnNode ? libraries : [])]
      expect(
        found.filter((one) => !allowed.includes(one)),
        `${name} ${entry}`
      ).toEqual([])
      expect(
        outside.filter((one) => !(isOnNode && one.startsWith("node:"))),
        `${name} ${entry}`
      ).toEqual(forTests.includes(entry) ? ["@effect/vitest"] : [])
    }
  })
})

describe.each(packages.map((owner) => [nameOf(owner.folder), owner] as const))("exports of %s", (_, owner) => {
  const { exports = {}, publishConfig } = owner.manifest

  it("list every entry by name", () => {
    expect(Object.keys(exports).filter((entry) => entry.includes("*"))).toEqual([])
  })

  it("point at files that exist", () => {
    const targets = Object.values(exports).filter((target) => typeof target === "string")
    expect(targets.filter((target) => !existsSync(join(root, owner.folder, target)))).toEqual([])
  })

  it("are the same in the published package", () => {
    const built = entriesOf(owner).map(([entry, file]) => {
      const path = file.replace("./src/", "./dist/").replace(/\.ts$/, "")
      return [entry, { types: `${path}.d.ts`, default: `${path}.js` }]
    })
    const others = Object.entries(exports).filter(([, target]) => typeof target !== "string" || !target.endsWith(".ts"))
    if (built.length > 0) expect(publishConfig?.exports).toEqual(Object.fromEntries([...built, ...others]))
  })
})

describe("CONTRIBUTING.md", () => {
  it("names files and folders that exist", () => {
    const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8")
    const paths = [
      ...text.matchAll(/`((?:packages|core|http-client|testing|emulator|cli|scripts|docs|benchmarks)\/[\w/.-]+)`/g)
    ]
    const missing = paths
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, "packages", path)))
    expect(paths.length).toBeGreaterThan(10)
    expect(missing).toEqual([])
  })
})

describe("imports", () => {
  it("are found in every form", () => {
    const code = [
      'import type { A } from "./a.ts"',
      'import {\n  b\n} from "./b.ts"',
      'export * as C from "./c.ts"',
      'import "./d.ts"',
      'const e = await import("./e.ts")',
      '// import "./comment.ts"',
      "/** import { x } from './comment.ts' */"
    ].join("\n")
    expect(specifiersIn(code)).toEqual(["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts"])
  })

  it("find a cycle", () => {
    const graph = new Map([
      ["a", ["b", "c"]],
      ["b", ["c"]],
      ["c", ["a"]]
    ])
    expect(cyclesIn(graph)).toEqual([["a", "b", "c", "a"]])
  })

  it("form no cycles", () => {
    const graph = importGraph(modules)
    expect(graph.size).toBeGreaterThan(500)
    expect([...graph.values()].flat().length).toBeGreaterThan(1_000)
    const cycles = cyclesIn(graph)
    expect(cycles.map((cycle) => cycle.join(" -> "))).toEqual([])
  })
})
