/**
 * Describes what is wrong with a value, for error messages.
 *
 * @module
 */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

/** The place where a value doesn't fit its schema, and why. */
export interface SchemaProblem {
  /** For example `rooms[3].createdAt`; empty for the value as a whole. */
  readonly path: string
  readonly problem: string
}

/** Names the kind of value that a schema expects, because the names of our schemas mean nothing to whoever reads the message. */
const leafHook: SchemaIssue.LeafHook = (issue) => {
  if (issue._tag === "MissingKey") return "is missing"
  if (issue._tag !== "InvalidType") return SchemaIssue.defaultLeafHook(issue)
  const ast = SchemaAST.toEncoded(issue.ast)
  if (SchemaAST.isObjects(ast)) return "expected an object"
  if (SchemaAST.isArrays(ast)) return "expected an array"
  return SchemaIssue.defaultLeafHook(issue)
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })

const formatPath = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>): string => {
  let text = ""
  for (const segment of path) {
    const key = typeof segment === "object" ? segment.key : segment
    text += typeof key === "number" ? `[${key}]` : text === "" ? String(key) : `.${String(key)}`
  }
  return text
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Returns the first problem that a schema found in a value. */
export const fromSchemaError = (error: Schema.SchemaError): SchemaProblem => {
  const issue = format(error.issue).issues[0]
  return issue === undefined
    ? { path: "", problem: error.message }
    : { path: formatPath(issue.path ?? []), problem: lowerFirst(issue.message) }
}
