/**
 * Makes of the generated OpenAPI document what somebody else's client or server should be built from.
 *
 * The schemas accept more than the contract promises, refuse nothing that they do not know, and read numbers of a
 * query from text; the document states what is sent.
 */
import * as Predicate from "effect/Predicate"

const sent: Record<string, unknown> = {
  EpochMillis: { type: "integer", description: "Epoch milliseconds." },
  Metadata: { type: ["object", "null"], description: "A free-form key-value object." }
}

const parameters: Record<string, unknown> = {
  cursor: { type: "integer", minimum: 0 },
  limit: { type: "integer", minimum: 1 }
}

const isImplied = (key: string, value: unknown) =>
  (key === "additionalProperties" && value === false) ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

/** A class and what it is encoded to are two to us, and one to others. */
const plainName = (name: string) => name.replace(/Encoded$/, "")

const tidy = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(tidy)
  if (!Predicate.isObject(node)) return node
  if (node.in === "query" && typeof node.name === "string" && node.name in parameters) {
    return { ...node, schema: parameters[node.name] }
  }
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isImplied(key, value))
      .map(([key, value]) => {
        if (key === "$ref" && typeof value === "string") return [key, plainName(value)]
        return [key, key === "schemas" && Predicate.isObject(value) ? tidySchemas(value) : tidy(value)]
      })
  )
}

const tidySchemas = (schemas: Record<PropertyKey, unknown>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [plainName(name), sent[name] ?? tidy(schema)]))

export const asSent = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  paths: tidy(document.paths),
  components: tidy(document.components)
})
