/** Which of the specifiers in a file can be resolved: those of internal modules must not be. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

// Unlike `import.meta.resolve` it looks whether the file is there.
const require = createRequire(import.meta.url)

const isResolved = (specifier: string) => {
  try {
    require.resolve(specifier)
    return true
  } catch {
    return false
  }
}

const specifiers: ReadonlyArray<string> = JSON.parse(readFileSync(String(process.argv[2]), "utf8"))
console.log(JSON.stringify(specifiers.filter(isResolved)))
