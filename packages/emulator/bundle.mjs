// The parts of @effect/platform-node that the emulator needs, as separate files. As a dependency it would bring 13 packages and
// 24 MB along for one HTTP server, 15 MB of them the Redis client, a peer that npm installs.
import { rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { thirdPartyLicenses } from "../../scripts/third-party-licenses.mjs"

const folder = (name) => fileURLToPath(new URL(name, import.meta.url))

const bundle = await rolldown({
  // The modules that the sources import as `#platform/…`.
  input: Object.fromEntries(
    ["NodeFileSystem", "NodeHttpServer", "NodeHttpServerRequest"].map((name) => [name, `@effect/platform-node/${name}`])
  ),
  cwd: folder("."),
  platform: "node",
  // The program has it, and must have it once.
  external: /^effect\//,
  transform: { target: "node22" },
  onLog: (level, log, handler) => handler(level === "warn" ? "error" : level, log)
})
rmSync(folder("build"), { recursive: true, force: true })
const { output } = await bundle.write({
  dir: folder("build/platform"),
  format: "esm",
  comments: false,
  chunkFileNames: "chunks/[name]-[hash].js"
})
await bundle.close()

writeFileSync(folder("build/THIRD-PARTY-LICENSES"), thirdPartyLicenses(output))
