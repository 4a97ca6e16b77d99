/** Packs the packages as for publishing, and unpacks them again. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { type Manifest, mustRun, packageFolders, pnpm, readManifest, root } from "./Workspace.ts"

export interface Packed {
  readonly name: string
  /** Its folder in the workspace. */
  readonly source: string
  readonly tarball: string
  /** The folder with its unpacked files. */
  readonly folder: string
  readonly manifest: Manifest
}

/** Returns the paths of all files below a folder, with `/`. */
export const filesIn = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .sort()
    : []

/** Returns the source of a built file. */
export const sourceOf = (built: string) => built.replace(/^dist\//, "src/").replace(/(\.d\.ts|\.js)(\.map)?$/, ".ts")

/** Removes built files whose sources were removed: the compiler leaves them. */
const removeStale = (source: string) => {
  const stale = filesIn(join(source, "dist"))
    .map((file) => `dist/${file}`)
    .filter((file) => /\.(d\.ts|js)(\.map)?$/.test(file) && !existsSync(join(source, sourceOf(file))))
  for (const file of stale) rmSync(join(source, file))
  if (stale.length > 0) console.log(`removed from ${basename(source)}: ${stale.join(", ")}, whose sources are gone`)
}

/** Packs all published packages into `folder`. They must be built. */
export const packAll = async (
  folder: string,
  sources: ReadonlyArray<string> = packageFolders()
): Promise<ReadonlyArray<Packed>> => {
  const tarballs = join(folder, "tarballs")
  mkdirSync(tarballs, { recursive: true })
  for (const source of sources) removeStale(source)
  const filters = sources.flatMap((source) => ["--filter", readManifest(source).name])
  const workspace = dirname(dirname(sources[0] ?? root))
  const { status, stderr, stdout } = await pnpm([...filters, "pack", "--pack-destination", tarballs], {
    cwd: workspace
  })
  if (status !== 0) throw new Error(`the packages couldn't be packed\n${stdout}${stderr}`)
  return Promise.all(
    sources.map(async (source): Promise<Packed> => {
      const { name, version } = readManifest(source)
      const tarball = join(tarballs, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
      const unpacked = join(folder, "unpacked", basename(source))
      mkdirSync(unpacked, { recursive: true })
      await mustRun("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"], { cwd: folder })
      return { name, source, tarball, folder: unpacked, manifest: readManifest(unpacked) }
    })
  )
}
