/** What the registry has of a package already. */
import { root, run } from "../packages/Workspace.ts"

export type Published = "published" | "new version" | "new package" | "unreachable"

/** Whether this version of the package can still be published. */
export const publishedState = async (name: string, version: string): Promise<Published> => {
  const options = { cwd: root, timeoutMillis: 30_000 }
  const { status, stderr, stdout } = await run("npm", ["view", name, "versions", "--json"], options)
  if (status === 0) {
    const versions: unknown = JSON.parse(stdout === "" ? "[]" : stdout)
    return [versions].flat().includes(version) ? "published" : "new version"
  }
  return /\bE404\b/.test(stderr + stdout) ? "new package" : "unreachable"
}
