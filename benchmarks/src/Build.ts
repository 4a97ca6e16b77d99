/**
 * Builds the programs and servers as they run in production: JavaScript, with our packages bundled from their sources, and all
 * other packages loaded as installed. Node's type stripping would cost memory that users don't pay.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "esbuild"

/** The folder of the benchmarks. */
export const root = fileURLToPath(new URL("..", import.meta.url))

const ours: Plugin = {
  name: "ours",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
      kind === "entry-point" || path.startsWith("@effect-rooms/") ? undefined : { path, external: true }
    )
}

const outputDirectory = join(root, "build")

/** Returns the path of a program or server that `buildPrograms` built, such as `built("servers/plain")`. */
export const built = (name: string): string => join(outputDirectory, `${name}.js`)

const entryPoints = [
  "programs/client",
  "programs/decode",
  "programs/walk",
  "programs/world",
  "programs/load",
  "servers/plain",
  "servers/bare",
  "servers/fastify",
  "servers/emulator"
]

export const buildPrograms = async (): Promise<void> => {
  rmSync(outputDirectory, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entryPoints.map((name) => [name, `${name}.ts`])),
    outdir: outputDirectory,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    chunkNames: "chunks/[name]-[hash]",
    sourcemap: "inline",
    plugins: [ours],
    logLevel: "warning"
  })
}
