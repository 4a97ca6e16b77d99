/** The modules that a package's `exports` let a program import. */
import type { Packed } from "./Packed.ts"

export interface EntryPoint {
  /** The module that a program imports, such as `@effect-rooms/core/Room`. */
  readonly specifier: string
  /** Its name in `exports`, such as `./Room`. */
  readonly subpath: string
  /** Its declarations, as a path in the package. */
  readonly types: string
}

const typesOf = (target: unknown): string | undefined =>
  typeof target === "object" && target !== null && "types" in target && typeof target.types === "string"
    ? target.types
    : undefined

export const entryPoints = ({ manifest: { exports = {}, name } }: Packed): ReadonlyArray<EntryPoint> =>
  Object.entries(exports).flatMap(([subpath, target]) => {
    const types = typesOf(target)
    return types === undefined ? [] : [{ specifier: name + subpath.slice(1), subpath, types }]
  })
