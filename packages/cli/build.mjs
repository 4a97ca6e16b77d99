// One file a command, with everything in it: a start that loads nothing it does not need.
import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
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

// The names of chunks change with what is in them.
rmSync(new URL("build", import.meta.url), { recursive: true, force: true })

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
  outdir: "build",
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

writeFileSync(new URL("build/rooms.1", import.meta.url), await manual(version, day))
