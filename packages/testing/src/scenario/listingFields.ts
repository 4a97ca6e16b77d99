/**
 * The message for a field that a schema doesn't have.
 */
import type * as Schema from "effect/Schema"

/** Makes a struct list its fields in the error about an unknown one. `what` is the kind of field, such as "field of a room". */
export const listingFields =
  (what: string) =>
  <Fields extends Schema.Struct.Fields>(schema: Schema.Struct<Fields>): Schema.Struct<Fields> => {
    const names = Object.keys(schema.fields).filter((name) => name !== "_tag")
    const known = names.length === 1 ? `there is only ${names[0]}` : `there are ${names.join(", ")}`
    return schema.annotate({
      messageUnexpectedKey: `is not a ${what}; ${names.length === 0 ? "it has no fields" : known}`
    })
  }
