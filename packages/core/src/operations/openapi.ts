/**
 * Adjusts the OpenAPI document that Effect generates, so that a client or server in any language can be built from it.
 *
 * The schemas are more lenient than the contract: they accept several forms of a value, ignore unknown fields, and parse
 * the numbers in a query from text. The document describes what is sent.
 */
import * as Predicate from "effect/Predicate"

const sent: Record<string, unknown> = {
  EpochMillis: { type: "integer", format: "int64", description: "Epoch milliseconds." },
  Metadata: { type: ["object", "null"], additionalProperties: true, description: "A free-form key-value object." }
}

const identifier = (description: string) => ({ description, schema: { type: "string" } })

const parameters: Record<string, { readonly description: string; readonly schema: unknown }> = {
  roomId: identifier("The identifier of the room."),
  sessionId: identifier("The identifier of the session."),
  cursor: {
    description: "The page to return. Default: the first page.",
    schema: { type: "integer", minimum: 0 }
  },
  limit: {
    description: "The largest number of rows to return. The service may return fewer.",
    schema: { type: "integer", minimum: 1 }
  }
}

const isImplied = (key: string, value: unknown) =>
  (key === "additionalProperties" && value === false) ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

/** Generators take an object without properties for one that is always empty. */
const isFreeForm = (schema: Record<PropertyKey, unknown>) => schema.type === "object" && !("properties" in schema)

const tidy = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(tidy)
  if (!Predicate.isObject(node)) return node
  if (Predicate.isString(node.in) && Predicate.isString(node.name)) {
    return { ...node, ...parameters[node.name] }
  }
  const kept = Object.entries(node)
    .filter(([key, value]) => !isImplied(key, value))
    .map(([key, value]) => [key, key === "schemas" && Predicate.isObject(value) ? tidySchemas(value) : tidy(value)])
  return Object.fromEntries(isFreeForm(node) ? [...kept, ["additionalProperties", true]] : kept)
}

const tidySchemas = (schemas: Record<PropertyKey, unknown>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, sent[name] ?? tidy(schema)]))

export const asSent = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  paths: tidy(document.paths),
  components: tidy(document.components)
})
