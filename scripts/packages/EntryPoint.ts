/** The entry points of a packed package: what its `exports` let a program import, patterns written out by the files that are there. */
import { filesIn, type Packed } from "./Packed.ts"

export interface EntryPoint {
  /** What a program imports, such as `@effect-rooms/core/Room`. */
  readonly specifier: string
  /** What stands in `exports` or is made from a pattern in it, such as `./Room`. */
  readonly subpath: string
  /** The files, as they stand in the package; no types for what is no module. */
  readonly types?: string
  readonly file: string
}

interface Target {
  readonly types?: string
  readonly default: string
}

const targetOf = (value: unknown): Target | undefined => {
  if (typeof value === "string") return { default: value }
  if (typeof value !== "object" || value === null || !("default" in value) || typeof value.default !== "string") {
    return undefined
  }
  const types = "types" in value && typeof value.types === "string" ? { types: value.types } : {}
  return { ...types, default: value.default }
}

/** What `pattern`, with one `*`, leaves for the star in `path`. */
const starOf = (pattern: string, path: string): string | undefined => {
  const [before = "", after = ""] = pattern.split("*")
  return path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length
    ? path.slice(before.length, path.length - after.length)
    : undefined
}

const isBlocked = (exports: Readonly<Record<string, unknown>>, subpath: string) =>
  Object.entries(exports).some(
    ([key, value]) => value === null && (key === subpath || (key.includes("*") && starOf(key, subpath) !== undefined))
  )

const fill = ({ types, ...target }: Target, star: string): Target => ({
  ...(types === undefined ? {} : { types: types.replace("*", star) }),
  default: target.default.replace("*", star)
})

export const entryPoints = ({ folder, manifest: { exports = {}, name } }: Packed): ReadonlyArray<EntryPoint> => {
  const files = filesIn(folder).map((file) => `./${file}`)
  return Object.entries(exports)
    .flatMap(([key, value]) => {
      const target = targetOf(value)
      if (target === undefined) return []
      if (!key.includes("*")) return [{ subpath: key, target }]
      return files
        .flatMap((file) => starOf(target.default, file) ?? [])
        .map((star) => ({ subpath: key.replace("*", star), target: fill(target, star) }))
    })
    .filter(({ subpath }) => !isBlocked(exports, subpath))
    .map(({ subpath, target: { default: file, ...types } }) => ({
      specifier: name + subpath.slice(1),
      subpath,
      file,
      ...types
    }))
}

/** Those that are modules. `./index` is the same as `.`, and no name for it. */
export const moduleEntryPoints = (packed: Packed): ReadonlyArray<EntryPoint & { readonly types: string }> =>
  entryPoints(packed).flatMap((entry) =>
    entry.types === undefined || entry.subpath === "./index" ? [] : [{ ...entry, types: entry.types }]
  )
