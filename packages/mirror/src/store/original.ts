/**
 * The original of a row: the JSON that the service sent, as far as its schema knows it.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A schema of JSON objects. */
export type Shape<Fields extends Schema.Struct.Fields> = Schema.Struct<Fields> &
  Schema.Top & {
    readonly EncodingServices: never
  }

/**
 * Returns a function that makes the value for `raw` of a row: JSON text with every field of the schema if a column couldn't hold
 * its value, or if the value has a field without a column. `inColumns` are the fields with a column. Otherwise `null`.
 */
export const makeOriginal = <Fields extends Schema.Struct.Fields>(
  schema: Shape<Fields>,
  inColumns: ReadonlyArray<keyof Fields & string>
): ((value: Shape<Fields>["Type"], isAltered: boolean) => string | null) => {
  const others = Object.keys(schema.fields).filter((field) => !inColumns.includes(field))
  const encode = Schema.encodeUnknownOption(schema)
  return (value, isAltered) => {
    if (!isAltered && others.length === 0) return null
    const encoded: object = Option.getOrElse(encode(value), () => value)
    const hasOthers = Object.entries(encoded).some(([field, content]) => others.includes(field) && content != null)
    return isAltered || hasOthers ? JSON.stringify(encoded) : null
  }
}
