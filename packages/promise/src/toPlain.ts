/**
 * Converts values of the Effect services to plain data, as their schemas say.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Plain } from "./Plain.ts"

type Convert = (value: unknown) => unknown

const same: Convert = (value) => value

/** An `Option`, a `DateTime` or a `Duration`. Errors and metadata are declarations as well, and stay as they are. */
const declaration = ({ typeParameters: [inner] }: SchemaAST.Declaration): Convert => {
  const convert = inner === undefined ? same : converterOf(inner)
  return (value) => {
    if (Option.isOption(value)) return Option.isSome(value) ? convert(value.value) : null
    if (DateTime.isDateTime(value)) return DateTime.toDateUtc(value)
    return Duration.isDuration(value) ? Duration.toMillis(value) : value
  }
}

const struct = ({ propertySignatures }: SchemaAST.Objects): Convert => {
  const fields = propertySignatures.map(({ name, type }) => ({
    name,
    plainName: type === Schema.Duration.ast ? `${String(name)}Millis` : name,
    convert: converterOf(type)
  }))
  return (value) => {
    const plain: Record<PropertyKey, unknown> = {}
    for (const { convert, name, plainName } of fields) {
      const field: unknown = Reflect.get(Object(value), name)
      if (field !== undefined) plain[plainName] = convert(field)
    }
    return plain
  }
}

const array = ({ rest: [row] }: SchemaAST.Arrays): Convert => {
  const convert = row === undefined ? same : converterOf(row)
  return (values) => (Array.isArray(values) ? values.map(convert) : values)
}

const tagOf = (ast: SchemaAST.AST): unknown => {
  const tag = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "_tag")?.type : undefined
  return tag?._tag === "Literal" ? tag.literal : undefined
}

const union = ({ types }: SchemaAST.Union): Convert => {
  const byTag = new Map(types.map((type) => [tagOf(type), converterOf(type)]))
  return (value) => (byTag.get(Reflect.get(Object(value), "_tag")) ?? same)(value)
}

const converterOf = (ast: SchemaAST.AST): Convert => {
  switch (ast._tag) {
    case "Declaration":
      return declaration(ast)
    case "Objects":
      return struct(ast)
    case "Arrays":
      return array(ast)
    case "Union":
      return union(ast)
    default:
      return same
  }
}

/** Returns the converter of a schema's values. */
export const toPlain = <A>(schema: Schema.Schema<A>): ((value: A) => Plain<A>) =>
  // The types and the converters follow the same rules. The tests compare them for every value of the client.
  converterOf(SchemaAST.toType(schema.ast)) as (value: A) => Plain<A>

type KeyOf<Row> = Row extends unknown ? keyof Row : never

/** Returns the converter of rows that have no schema, by the schemas of their fields. A field that is left out is a type error. */
export const toPlainFields = <Row>(
  fields: {
    readonly [Key in KeyOf<Row>]: Schema.Top
  }
): ((row: Row) => Plain<Row>) => converterOf(SchemaAST.toType(Schema.Struct(fields).ast)) as (row: Row) => Plain<Row>

/** The fields of a page of rows. */
export const pageFields = <Row extends Schema.Top>(row: Row) => ({
  items: Schema.Array(row),
  next: Schema.Option(Schema.Any),
  count: Schema.Option(Schema.Int)
})
