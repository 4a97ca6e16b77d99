/** The packages as they would be published: packed into a folder, and unpacked again beside it. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { type Manifest, mustRun, packageFolders, pnpm, readManifest, root } from "./Workspace.ts"

export interface Packed {
  readonly name: string
  /** The folder in the workspace that it was packed from. */
  readonly source: string
  readonly tarball: string
  /** Where it was unpacked. */
  readonly folder: string
  readonly manifest: Manifest
}

/** Every file below a folder, by its path in it, with `/`. */
export const filesIn = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .sort()
    : []

/** Which source a built file was made from. */
export const sourceOf = (built: string) => built.replace(/^dist\//, "src/").replace(/(\.d\.ts|\.js)(\.map)?$/, ".ts")

/** The compiler leaves what it built from sources that are gone. */
const removeStale = (source: string) => {
  const stale = filesIn(join(source, "dist"))
    .map((file) => `dist/${file}`)
    .filter((file) => /\.(d\.ts|js)(\.map)?$/.test(file) && !existsSync(join(source, sourceOf(file))))
  for (const file of stale) rmSync(join(source, file))
  if (stale.length > 0) console.log(`removed from ${basename(source)}: ${stale.join(", ")}, whose sources are gone`)
}

/** Packs all published packages into `folder`. They have to be built. */
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
  if (status !== 0) throw new Error(`the packages could not be packed\n${stdout}${stderr}`)
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
