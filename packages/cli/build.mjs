// The command, in a few files with everything in them: a start loads nothing that it does not need.
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { thirdPartyLicenses } from "../../scripts/third-party-licenses.mjs"
import { manual } from "./manual.mjs"

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"))

/** The last commit that changed what is built here, and its day; nothing outside of a repository. */
const [commit = "", day = ""] = (() => {
  const git = (...args) => execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  try {
    const [hash, day] = git("log", "-1", "--format=%h %cs", "--", "../*/src", ".").split(" ")
    const isChanged = git("status", "--porcelain", "--", "../*/src", ".") !== ""
    return hash === "" ? [] : [isChanged ? `${hash}+` : hash, day]
  } catch {
    return []
  }
})()

// Built next to the previous build, which it then replaces: its chunks have other names, and somebody may be running it.
const folder = (name) => fileURLToPath(new URL(name, import.meta.url))
rmSync(folder("build.new"), { recursive: true, force: true })

/**
 * What is loaded together is in one file: each file costs a start more than a millisecond. Everything that is not named here
 * (files, doctor, downloads, the emulator) has files as the bundler likes.
 */
const modulesByFile = new Map()

/** The handlers that ask the service and touch no files: they share one file, because people wait for these commands. */
const readers = (behind) =>
  readdirSync(folder("src/commands"))
    .filter((name) => existsSync(folder(`src/commands/${name}/run.ts`)))
    .map((name) => `commands/${name}/run`)
    .filter((run) => {
      const modules = [...behind(run)]
      return (
        modules.includes(folder("src/connection/services.ts")) && !modules.some((id) => id.includes("NodeFileSystem"))
      )
    })

const fileOfEachModule = {
  name: "file-of-each-module",
  buildEnd() {
    const behind = (...roots) => {
      const modules = new Set()
      // The fake's other half, which speaks HTTP, is for the emulator.
      const add = (id) => {
        if (modules.has(id) || id.includes("inProcessHttpClient")) return
        modules.add(id)
        this.getModuleInfo(id)?.importedIds.forEach(add)
      }
      for (const root of roots) add(folder(`src/${root}.ts`))
      return modules
    }
    const fake = behind("connection/fake")
    const http = behind("connection/http")
    const both = fake.intersection(http)
    const service = behind("connection/services", ...readers(behind))
    const files = { main: behind("main"), presenter: behind("help/present"), service: service.union(both), fake, http }
    for (const [file, modules] of Object.entries(files))
      for (const id of modules) if (!modulesByFile.has(id)) modulesByFile.set(id, file)
  }
}

const bundle = await rolldown({
  input: { rooms: folder("src/bin.ts") },
  platform: "node",
  transform: {
    target: "node22",
    // A segmenter takes a third of a start to make. Effect makes one when it is loaded; this one is made on first use.
    inject: { "Intl.Segmenter": [folder("src/terminal/LazySegmenter.ts"), "LazySegmenter"] },
    define: {
      __ROOMS_VERSION__: JSON.stringify(version),
      __ROOMS_COMMIT__: JSON.stringify(commit === "" ? "" : `${commit}, ${day}`)
    }
  },
  plugins: [fileOfEachModule],
  // The package says that none of its modules does anything by being loaded. This one does.
  treeshake: { moduleSideEffects: [{ test: /[\\/]cli[\\/]src[\\/]main\.ts$/, sideEffects: true }] },
  preserveEntrySignatures: "allow-extension",
  onLog: (level, log, handler) => handler(level === "warn" ? "error" : level, log)
})

const { output } = await bundle.write({
  dir: folder("build.new"),
  format: "esm",
  minify: true,
  comments: false,
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ debugName: "loaded together", name: (id) => modulesByFile.get(id) ?? null }]
  }
})
await bundle.close()

writeFileSync(folder("build.new/THIRD-PARTY-LICENSES"), thirdPartyLicenses(output))

writeFileSync(folder("build.new/rooms.1"), await manual(version, day))

rmSync(folder("build.old"), { recursive: true, force: true })
if (existsSync(folder("build"))) renameSync(folder("build"), folder("build.old"))
renameSync(folder("build.new"), folder("build"))
rmSync(folder("build.old"), { recursive: true, force: true })
