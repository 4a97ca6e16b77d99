/**
 * The home page: `home.md`, with the first program of the README in it.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse, root } from "../src/Document.ts"

const place = "<!-- the program of the README -->"

/** Returns the markdown of the home page. */
export const homePage = (): string => {
  const readme = parse("README.md", readFileSync(join(root, "README.md"), "utf8"))
  const program = readme.fences.find(({ language }) => language === "ts")
  const markdown = readFileSync(join(import.meta.dirname, "home.md"), "utf8")
  if (program === undefined || !markdown.includes(place)) throw new Error("the home page has no program")
  return markdown.replace(place, () => `\`\`\`ts\n${program.text}\n\`\`\``)
}
