/**
 * Leaves out the fields that are `undefined`: with `exactOptionalPropertyTypes`, an optional field has a value or is absent.
 */
import type * as Types from "effect/Types"

/** The fields of `A`, optional if they may be `undefined`. */
export type DefinedFields<A extends object> = Types.Simplify<
  { readonly [Field in keyof A as undefined extends A[Field] ? never : Field]: A[Field] } & {
    readonly [Field in keyof A as undefined extends A[Field] ? Field : never]?: Exclude<A[Field], undefined>
  }
>

/** Returns the fields that are not `undefined`. */
export const definedFields = <A extends object>(fields: A): DefinedFields<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<A>
