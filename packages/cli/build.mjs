// One file a command, with everything in it: a start that loads nothing it does not need.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
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

// Built beside and then put in the place of the last one: its chunks have other names, and somebody may be running it.
const folder = (name) => fileURLToPath(new URL(name, import.meta.url))
rmSync(folder("build.new"), { recursive: true, force: true })

/**
 * A segmenter of graphemes takes as long to make as a third of a start, and Effect makes one where it is loaded; only text
 * that is padded needs it.
 */
const segmenterWhenNeeded = {
  name: "segmenter-when-needed",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]cli[\\/]CliOutput\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8")
      const made = /const graphemeSegmenter = .*?new Intl\.Segmenter\(([^;]*)\);/
      if (!made.test(source))
        throw new Error(`${path} makes its segmenter in another way: look whether it still has to wait`)
      const later = source
        .replace(made, "let segmenter;\nconst graphemeSegmenter = () => segmenter ??= new Intl.Segmenter($1);")
        .replaceAll("graphemeSegmenter.segment(", "graphemeSegmenter().segment(")
      return { contents: later, loader: "js" }
    })
  }
}

await build({
  entryPoints: { rooms: "src/bin.ts" },
  outdir: "build.new",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  outExtension: { ".js": ".js" },
  chunkNames: "chunks/[name]-[hash]",
  minify: true,
  keepNames: false,
  legalComments: "none",
  define: {
    __ROOMS_VERSION__: JSON.stringify(version),
    __ROOMS_COMMIT__: JSON.stringify(commit === "" ? "" : `${commit}, ${day}`)
  },
  // Some of the bundled packages still call require for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);'
  },
  plugins: [segmenterWhenNeeded],
  logLevel: "warning"
})

writeFileSync(folder("build.new/rooms.1"), await manual(version, day))

rmSync(folder("build.old"), { recursive: true, force: true })
if (existsSync(folder("build"))) renameSync(folder("build"), folder("build.old"))
renameSync(folder("build.new"), folder("build"))
rmSync(folder("build.old"), { recursive: true, force: true })
