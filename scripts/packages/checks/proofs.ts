/**
 * Proves that the checks can fail: each is shown a package that is broken on purpose, in a copy or in the stranger's project, and has
 * to say so.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { changesOf, parseApi, printApi, printChange } from "../api/report.ts"
import type { Consumer } from "../Consumer.ts"
import type { Packed } from "../Packed.ts"
import type { Report } from "../Report.ts"
import { mustRun, readManifest } from "../Workspace.ts"
import { bundleProblems } from "./bundles.ts"
import { fileProblems } from "./files.ts"
import { companyProblem, licenceProblem } from "./licences.ts"
import { publintProblems, typesProblems } from "./linters.ts"
import { manifestProblems } from "./manifest.ts"
import { blockedProblems, outputProblems } from "./programs.ts"
import { sizeProblems } from "./sizes.ts"
import { compileProblems } from "./types.ts"
import { workflowProblems } from "./workflows.ts"

interface Proof {
  readonly breaks: string
  /** What has to be said about it. */
  readonly says: string
  readonly problems: () => Promise<ReadonlyArray<string>> | ReadonlyArray<string>
}

const edit = (path: string, change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, "utf8")))

/** A copy of a package that `change` has broken, packed again. */
const broken = async (packed: Packed, change: (folder: string) => void): Promise<Packed> => {
  const parent = mkdtempSync(`${packed.folder}-broken-`)
  const folder = join(parent, "package")
  cpSync(packed.folder, folder, { recursive: true })
  change(folder)
  const tarball = join(parent, "broken.tgz")
  await mustRun("tar", ["-czf", tarball, "-C", parent, "package"], { cwd: parent })
  return { ...packed, folder, tarball, manifest: readManifest(folder) }
}

/** What is found while a file of the stranger's project is changed. */
const whileChanged = async <A>(path: string, change: (text: string) => string, use: () => Promise<A>): Promise<A> => {
  const before = readFileSync(path, "utf8")
  edit(path, change)
  try {
    return await use()
  } finally {
    writeFileSync(path, before)
  }
}

const inFile = (file: string, change: (text: string) => string) => (folder: string) => edit(join(folder, file), change)
const inManifest = (from: string | RegExp, to: string) => inFile("package.json", (text) => text.replace(from, to))
const write = (file: string) => (folder: string) => {
  mkdirSync(join(folder, file, ".."), { recursive: true })
  writeFileSync(join(folder, file), "")
}
const remove = (file: string) => (folder: string) => rmSync(join(folder, file))

const copyProofs = (core: Packed, client: Packed): ReadonlyArray<Proof> => {
  const inCopy = (
    breaks: string,
    of: Packed,
    change: (folder: string) => void,
    check: (packed: Packed) => Promise<ReadonlyArray<string>> | ReadonlyArray<string>,
    says: string
  ): Proof => ({ breaks, says, problems: async () => check(await broken(of, change)) })
  return [
    inCopy("a .tsbuildinfo", core, write("dist/.tsbuildinfo"), fileProblems, "dist/.tsbuildinfo is not needed"),
    inCopy("a test", core, write("src/Room.test.ts"), fileProblems, "src/Room.test.ts is not needed"),
    inCopy("a stale build", core, write("dist/Gone.js"), fileProblems, "dist/Gone.js has no source"),
    inCopy("no sources", core, remove("src/Room.ts"), fileProblems, "points at src/Room.ts"),
    inCopy("no source map", core, remove("dist/Room.js.map"), fileProblems, "dist/Room.js.map is missing"),
    inCopy("no README", core, remove("README.md"), fileProblems, "README.md is missing"),
    inCopy(
      "a workspace: version",
      client,
      inManifest(/"\^0[^"]*"/, '"workspace:^"'),
      manifestProblems,
      "@workspace:^ means nothing"
    ),
    inCopy(
      "a catalog: version",
      core,
      inManifest('"^4.1.0"', '"catalog:"'),
      manifestProblems,
      "@catalog: means nothing"
    ),
    inCopy("a wide peer range", core, inManifest('"^4.1.0"', '"*"'), manifestProblems, "effect@* is neither"),
    inCopy(
      "side effects",
      core,
      inManifest('"sideEffects": []', '"sideEffects": true'),
      manifestProblems,
      "sideEffects is not []"
    ),
    inCopy(
      "other exports",
      core,
      inManifest('"./internal/*": null', '"./more": null'),
      manifestProblems,
      "exports are not those"
    ),
    inCopy(
      "an export of nothing",
      core,
      inManifest('"./dist/index.js"', '"./dist/none.js"'),
      publintProblems,
      "does not exist"
    ),
    inCopy(
      "types of nothing",
      core,
      inFile("dist/index.d.ts", (text) =>
        text.replace('"./Room.js"', '"./None.js"').replace('"./Room.ts"', '"./None.ts"')
      ),
      typesProblems,
      "InternalResolutionError"
    )
  ]
}

const installedProofs = (consumer: Consumer, core: Packed): ReadonlyArray<Proof> => {
  const installed = (file: string) => join(consumer.folder, "node_modules", core.name, file)
  return [
    {
      breaks: "a module of Node in core",
      says: "imports node:fs",
      problems: () =>
        whileChanged(
          installed("dist/Room.js"),
          (text) => `import "node:fs"\n${text}`,
          () => bundleProblems(core, consumer.folder)
        )
    },
    {
      breaks: "internal modules that are not blocked",
      says: "/internal/",
      problems: () =>
        whileChanged(
          installed("package.json"),
          (text) => text.replace('"./internal/*": null', '"./more": null'),
          () => blockedProblems(process.execPath, consumer)
        )
    },
    {
      breaks: "a declaration that does not compile",
      says: "NoSuchType",
      problems: () =>
        whileChanged(
          installed("dist/Room.d.ts"),
          (text) => `${text}\nexport declare const broken: NoSuchType\n`,
          () => compileProblems(consumer, "typescript", "bundler", false)
        )
    }
  ]
}

const api = (text: string) =>
  parseApi(
    printApi(
      "p",
      new Map([
        [
          "p/Room",
          new Map([
            ["Kept", "type Kept = 1"],
            ["Room", text]
          ])
        ]
      ])
    )
  )

const pureProofs: ReadonlyArray<Proof> = [
  {
    breaks: "a workflow",
    says: '"runs-on" section is missing',
    problems: () => workflowProblems({ "a.yml": "on: push\njobs:\n  a:\n    steps:\n      - run: exit\n" })
  },
  {
    breaks: "the pin of an action",
    says: "a.yml:6 actions/checkout@v5 is not pinned to a commit",
    problems: () =>
      workflowProblems({
        "a.yml": "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n"
      })
  },
  { breaks: "a size", says: "1.1 % over its budget of 1000", problems: () => sizeProblems({ a: 1011 }, { a: 1000 }) },
  { breaks: "a size without a budget", says: "has no budget", problems: () => sizeProblems({ a: 1 }, {}) },
  { breaks: "a budget of nothing", says: "is not measured", problems: () => sizeProblems({}, { a: 1 }) },
  {
    breaks: "a licence",
    says: "is under GPL-3.0",
    problems: () => licenceProblem({ name: "p", version: "1.0.0", license: "GPL-3.0" })
  },
  {
    breaks: "a package that nobody asked for",
    says: "redis@6.3.1 comes along",
    problems: () => companyProblem({ name: "redis", version: "6.3.1" })
  },
  { breaks: "no licence", says: "names no licence", problems: () => licenceProblem({ name: "p", version: "1.0.0" }) },
  {
    breaks: "a signature",
    says: "changed: Room of p/Room\n  - type Room = 1\n  + type Room = 2",
    problems: () => changesOf(api("type Room = 1"), api("type Room = 2")).map(printChange)
  },
  {
    breaks: "an export",
    says: "removed: Kept of p/Room",
    problems: () => changesOf(api("type Room = 1"), new Map()).map(printChange)
  },
  {
    breaks: "what a program counts",
    says: `instead of {"fetch":23}`,
    problems: () => outputProblems({ status: 0, stdout: `{"fetch":22}\n`, stderr: "" }, `{"fetch":23}`)
  }
]

export const checkProofs = async (report: Report, consumer: Consumer) => {
  const find = (name: string) => {
    const found = consumer.packages.find((packed) => packed.name === name)
    if (found === undefined) throw new Error(`${name} is not packed`)
    return found
  }
  const core = find("@effect-rooms/core")
  const proofs = [
    ...copyProofs(core, find("@effect-rooms/http-client")),
    ...installedProofs(consumer, core),
    ...pureProofs
  ]
  const unproved: Array<string> = []
  for (const { breaks, problems, says } of proofs) {
    const found = await problems()
    if (!found.some((problem) => problem.includes(says))) {
      unproved.push(`with ${breaks} it should say "${says}", and says\n${found.join("\n") || "nothing"}`)
    }
  }
  report.problems("the checks fail where they should", unproved, `${proofs.length} ways to break a package`)
}
