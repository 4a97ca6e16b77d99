/**
 * Reads well-formed values without a schema's detours. A reader is made from the schema itself: it builds the value in one
 * pass, and gives up at the first thing it does not expect. Then the schema decides, with all its leniency, and says what
 * is wrong. What a reader does read is what the schema gives.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** What a reader gives for a value that it leaves to the schema. */
export const notHandled = Symbol("notHandled")

/** What a reader is given for a key that an object does not have. */
export const absent = Symbol("absent")

export type FastDecoder = (wire: unknown) => unknown

const fastDecoders = new WeakMap<SchemaAST.AST, FastDecoder>()

/** Gives a schema that transforms a reader of its own. What is made from the schema does not inherit it. */
export const withFastPath = <S extends Schema.Top>(schema: S, read: FastDecoder | undefined): S => {
  if (read !== undefined) fastDecoders.set(schema.ast, read)
  return schema
}

/** The reader of a schema; none where a part of it is of a kind that is not read here. */
export const fastDecoderOf = (ast: SchemaAST.AST): FastDecoder | undefined => {
  const own = fastDecoders.get(ast)
  if (own !== undefined || ast.encoding !== undefined) return own
  switch (ast._tag) {
    case "String":
      return checked(ast, Predicate.isString)
    case "Number":
      return checked(ast, Predicate.isNumber)
    case "Boolean":
      return checked(ast, Predicate.isBoolean)
    case "Arrays":
      return array(ast)
    case "Objects":
      return struct(ast)
    default:
      return undefined
  }
}

const defaults: SchemaAST.ParseOptions = {}

const checked = (ast: SchemaAST.AST, isOfType: (wire: unknown) => boolean): FastDecoder | undefined => {
  const checks = ast.checks ?? []
  const filters = checks.flatMap((check) => (check._tag === "Filter" ? [check] : []))
  if (filters.length < checks.length) return undefined
  return (wire) => {
    if (!isOfType(wire)) return notHandled
    for (const filter of filters) {
      if (filter.run(wire, ast, defaults) !== undefined) return notHandled
    }
    return wire
  }
}

const array = (ast: SchemaAST.Arrays): FastDecoder | undefined => {
  const [row, ...more] = ast.rest
  if (isChecked(ast) || ast.elements.length > 0 || row === undefined || more.length > 0) return undefined
  const read = fastDecoderOf(row)
  if (read === undefined) return undefined
  return (wire) => {
    if (!Array.isArray(wire)) return notHandled
    // A copy, no literal: V8 comes to make the arrays of a literal in its old generation, where they keep what is in them.
    const rows: Array<unknown> = wire.slice()
    for (let index = 0; index < rows.length; index++) {
      const row = read(rows[index])
      if (row === notHandled) return notHandled
      rows[index] = row
    }
    return rows
  }
}

const struct = (ast: SchemaAST.Objects): FastDecoder | undefined => {
  if (isChecked(ast) || ast.indexSignatures.length > 0 || ast.propertySignatures.length === 0) return undefined
  const fields: Array<{ readonly name: string; readonly read: FastDecoder; readonly mayBeAbsent: boolean }> = []
  for (const { name, type } of ast.propertySignatures) {
    const read = fastDecoderOf(type)
    if (read === undefined || !Predicate.isString(name) || name === "__proto__") return undefined
    fields.push({ name, read, mayBeAbsent: SchemaAST.isOptional(type) })
  }
  return (wire) => {
    if (!Predicate.isObject(wire)) return notHandled
    const value: Record<string, unknown> = {}
    for (const { mayBeAbsent, name, read } of fields) {
      const given = wire[name]
      const isAbsent = given === undefined && !(name in wire)
      if (isAbsent && mayBeAbsent) continue
      const field = read(isAbsent ? absent : given)
      if (field === notHandled) return notHandled
      value[name] = field
    }
    return value
  }
}

const isChecked = ({ checks, encodingChecks }: SchemaAST.Arrays | SchemaAST.Objects) =>
  checks !== undefined || encodingChecks !== undefined

/** Decodes as the schema does. */
export const decodeResult = <A>(
  schema: Schema.Codec<A, unknown>
): ((wire: unknown) => Result.Result<A, Schema.SchemaError>) => {
  const decode = Schema.decodeUnknownResult(schema)
  const read = fastDecoderOf(schema.ast)
  if (read === undefined) return decode
  return (wire) => {
    const value = read(wire)
    // A reader of the schema gives what the schema gives: a property test holds them together.
    return value === notHandled ? decode(wire) : Result.succeed(value as A)
  }
}
