/**
 * The `repository` of the packages. The sources do not know where they are hosted; provenance does, and has to be told the same. So
 * the release workflow's own address is written into the packages while they are published.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The address of the repository that a workflow runs for; nothing outside of one. */
export const workflowRepository = (): string | undefined => {
  const { GITHUB_REPOSITORY, GITHUB_SERVER_URL } = process.env
  return GITHUB_REPOSITORY === undefined || GITHUB_SERVER_URL === undefined
    ? undefined
    : `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`
}

/** Runs `use` while the package.json of each folder names the repository. */
export const withRepository = async <A>(
  url: string,
  folders: ReadonlyArray<{ readonly folder: string; readonly directory: string }>,
  use: () => Promise<A>
): Promise<A> => {
  const before = folders.map(({ folder }) => readFileSync(join(folder, "package.json"), "utf8"))
  for (const [index, { directory, folder }] of folders.entries()) {
    const manifest = { ...JSON.parse(before[index] ?? "{}"), repository: { type: "git", url, directory } }
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  }
  try {
    return await use()
  } finally {
    for (const [index, { folder }] of folders.entries())
      writeFileSync(join(folder, "package.json"), before[index] ?? "")
  }
}
