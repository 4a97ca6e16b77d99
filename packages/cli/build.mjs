// One file a command, with everything in it: a start that loads nothing it does not need.
import { readFileSync, rmSync } from "node:fs"
import { build } from "esbuild"

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"))

// The names of chunks change with what is in them.
rmSync(new URL("build", import.meta.url), { recursive: true, force: true })

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
  define: { __ROOMS_VERSION__: JSON.stringify(version) },
  // Some of the bundled packages still call require for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);'
  },
  logLevel: "warning"
})
