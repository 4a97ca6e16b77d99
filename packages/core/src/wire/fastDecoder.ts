/**
 * Decodes well-formed values faster than a schema does. A fast decoder is made from the schema itself. It builds the value in one
 * pass, and gives up at the first unexpected thing. Then the schema decodes the value, with all its leniency and error messages. A
 * fast decoder returns the same values as its schema.
 *
 * benchmarks/notes/decoding.md has the numbers, also for Effect's own compilers.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The result of a fast decoder for a value that it leaves to the schema. */
export const notHandled = Symbol("notHandled")

/** The input of a fast decoder for a key that is missing. */
export const absent = Symbol("absent")

export type FastDecoder = (wire: unknown) => unknown

const fastDecoders = new WeakMap<SchemaAST.AST, FastDecoder>()

/** Gives a schema with a transformation its own fast decoder. Schemas derived from it don't inherit it. */
export const withFastPath = <S extends Schema.Top>(schema: S, read: FastDecoder | undefined): S => {
  if (read !== undefined) fastDecoders.set(schema.ast, read)
  return schema
}

/** Returns the fast decoder of a schema; `undefined` if a part of the schema isn't supported. */
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
    // A copy instead of a literal: V8 may allocate arrays of literals in its old generation, with everything in them.
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

/** Returns a function that decodes exactly like the schema. */
export const decodeResult = <A>(
  schema: Schema.Codec<A, unknown>
): ((wire: unknown) => Result.Result<A, Schema.SchemaError>) => {
  const decode = Schema.decodeUnknownResult(schema)
  const read = fastDecoderOf(schema.ast)
  if (read === undefined) return decode
  return (wire) => {
    const value = read(wire)
    // A property test checks that both return the same values.
    return value === notHandled ? decode(wire) : Result.succeed(value as A)
  }
}
