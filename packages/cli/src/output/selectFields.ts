/**
 * Selects the fields of `--fields`.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"

type Fields = { [key: string]: unknown }

/** Splits a path into its first key in an object and the rest. A key may contain dots. */
const step = (value: object, path: string): readonly [key: string, rest: string | undefined] => {
  // mutant: `Object.hasOwn(value, path) ? -1 :` -> `path === "" ? -1 :` (test/output/selectFields.test.ts)
  const dot = Object.hasOwn(value, path) ? -1 : path.indexOf(".")
  return dot === -1 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)]
}

const own = (value: { readonly [key: PropertyKey]: unknown }, key: string) =>
  // mutant: `Object.hasOwn(value, key) ? value[key] : undefined` -> `value[key]` (test/output/selectFields.test.ts)
  Object.hasOwn(value, key) ? value[key] : undefined

/** Returns the value at a path such as `metadata.title`, or `undefined`. */
export const valueAt = (value: unknown, path: string): unknown => {
  if (!Predicate.isObject(value)) return undefined
  const [key, rest] = step(value, path)
  return rest === undefined ? own(value, key) : valueAt(own(value, key), rest)
}

// Without a prototype, `__proto__` is a key like any other.
const noFields = (): Fields => Object.create(null)

/** Copies the value at a path to the same path, unless the object it is in has been copied already. */
const place = (picked: Fields, value: { readonly [key: PropertyKey]: unknown }, path: string): void => {
  const [key, rest] = step(value, path)
  if (!Object.hasOwn(value, key)) return
  const inner = value[key]
  if (rest === undefined || inner === null) {
    picked[key] = inner
  } else if (Predicate.isObject(inner) && picked[key] !== inner) {
    const innerPicked = Predicate.isObject(picked[key]) ? picked[key] : noFields()
    picked[key] = innerPicked
    place(innerPicked, inner, rest)
  }
}

/**
 * Returns a function that keeps only these paths of an object, so that `.metadata.title` still works. Missing paths are left
 * out, and a `null` on the way to a path is kept.
 */
export const selectFields =
  (paths: ReadonlyArray<string>): ((value: unknown) => unknown) =>
  (value) => {
    if (!Predicate.isObject(value)) return value
    const picked = noFields()
    for (const path of paths) place(picked, value, path)
    return picked
  }
