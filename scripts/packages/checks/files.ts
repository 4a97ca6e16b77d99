/** The files of a packed package: no unneeded ones, and every source that a source map points at. */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { filesIn, type Packed, sourceOf } from "../Packed.ts"

/** A package contains these files and no others. */
const allowed = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^src\/.+\.ts$/,
  /^dist\/.+\.(js|d\.ts)(\.map)?$/
]
const allowedIn: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  "@effect-rooms/core": [...allowed, /^openapi\.json$/],
  "@effect-rooms/emulator": [
    ...allowed,
    /^build\/platform\/(chunks\/)?Node\w+(-\w+)?\.js$/,
    /^build\/THIRD-PARTY-LICENSES$/
  ],
  "@effect-rooms/cli": [
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
    /^build\/rooms\.(js|1)$/,
    /^build\/chunks\/.+\.js$/,
    /^build\/THIRD-PARTY-LICENSES(\.\w+)?$/
  ]
}
const refused = /\.(test|spec)\.|(^|\/)(test|tests|__tests__|fixtures)\/|\.new\./

const mapProblems = (folder: string, file: string): ReadonlyArray<string> => {
  const map: unknown = JSON.parse(readFileSync(join(folder, file), "utf8"))
  const sources = typeof map === "object" && map !== null && "sources" in map ? map.sources : undefined
  if (!Array.isArray(sources) || sources.length === 0) return [`${file} names no source`]
  return sources
    .map((source) => posix.join(dirname(file), String(source)))
    .filter((source) => source.startsWith("..") || !existsSync(join(folder, source)))
    .map((source) => `${file} points at ${source}, which isn't in the package`)
}

export const fileProblems = ({ folder, manifest, name }: Packed): ReadonlyArray<string> => {
  const files = filesIn(folder)
  const has = new Set(files)
  const patterns = allowedIn[name] ?? allowed
  const missing = ["package.json", "README.md", "LICENSE"].filter((file) => !has.has(file))
  const modules = files.filter((file) => file.startsWith("dist/") && file.endsWith(".js"))
  return [
    ...missing.map((file) => `${file} is missing`),
    ...files
      .filter((file) => refused.test(file) || !patterns.some((pattern) => pattern.test(file)))
      .map((file) => `${file} isn't needed by users (checks/files.ts lists the files that are)`),
    ...files
      .filter((file) => file.startsWith("dist/") && /\.(js|d\.ts)(\.map)?$/.test(file) && !has.has(sourceOf(file)))
      .map((file) => `${file} has no source: rebuild the packages`),
    ...files
      .filter((file) => file.startsWith("src/") && !has.has(file.replace(/^src\//, "dist/").replace(/\.ts$/, ".js")))
      .map((file) => `${file} was not built`),
    ...modules.flatMap((file) =>
      [`${file}.map`, file.replace(/\.js$/, ".d.ts"), file.replace(/\.js$/, ".d.ts.map")]
        .filter((companion) => !has.has(companion))
        .map((companion) => `${companion} is missing`)
    ),
    ...files.filter((file) => file.endsWith(".map")).flatMap((file) => mapProblems(folder, file)),
    ...Object.values(manifest.bin ?? {})
      .filter((bin) => !readFileSync(join(folder, bin), "utf8").startsWith("#!/usr/bin/env node\n"))
      .map((bin) => `${bin} doesn't start with #!/usr/bin/env node`)
  ]
}
