/** A user's project: an empty folder in which npm installs the packed packages and `effect`, and programs that use them. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Packed } from "./Packed.ts"
import { catalogVersion, lockedVersions, mustRun } from "./Workspace.ts"

export interface Consumer {
  readonly folder: string
  readonly packages: ReadonlyArray<Packed>
}

const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", "--prefer-offline"]

export const install = async (folder: string, packages: ReadonlyArray<Packed>): Promise<Consumer> => {
  mkdirSync(folder, { recursive: true })
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]))
  const direct = ["effect", "@types/node"]
  // The versions that the workspace was tested with, so that a new release of a dependency changes nothing here.
  const overrides = [...lockedVersions()].filter(([name]) => !direct.includes(name) && tarballs[name] === undefined)
  const manifest = {
    name: "consumer",
    private: true,
    type: "module",
    dependencies: { ...tarballs, effect: catalogVersion("effect") },
    devDependencies: { "@types/node": catalogVersion("@types/node") },
    overrides: Object.fromEntries(overrides)
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2))
  await mustRun("npm", ["install", ...quiet], { cwd: folder, timeoutMillis: 300_000 })
  cpSync(fileURLToPath(new URL("programs", import.meta.url)), join(folder, "programs"), { recursive: true })
  return { folder, packages }
}
