/**
 * The packages of the repository that export modules.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../src/Document.ts"

/** Their folders, in the order in which they import each other. */
export const packages = ["core", "http-client", "promise", "testing", "emulator"] as const

/** The name in a package's `package.json`. */
export const packageName = (folder: string): string => {
  const text = readFileSync(join(root, "packages", folder, "package.json"), "utf8")
  const { name }: { readonly name: string } = JSON.parse(text)
  return name
}
