/**
 * Combinators that Effect's arbitraries lack: a choice between arbitraries, and lists longer than their size.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export type Generated<T> = T extends Arbitrary.Arbitrary<infer A> ? A : never

/** One of some values, each as likely as the others. Shrinks to the first one. */
export const element = <const A extends string | number | boolean>(
  first: A,
  ...others: ReadonlyArray<A>
): Arbitrary.Arbitrary<A> =>
  Arbitrary.schema(Schema.Literals([first, ...others]), { shrink: (value) => (value === first ? [] : [first]) })

/** A value of one of some arbitraries, each as likely as the others. Shrinks to those that come before it. */
export const oneOf = <A>(
  first: Arbitrary.Arbitrary<A>,
  ...others: ReadonlyArray<Arbitrary.Arbitrary<A>>
): Arbitrary.Arbitrary<A> => {
  const choices = [first, ...others]
  const index = Arbitrary.schema(Schema.Literals(choices.map((_, index) => index)), {
    shrink: (index) => Array.from({ length: index }, (_, before) => before)
  })
  return Arbitrary.flatMap(index, (index) => choices[index] ?? first)
}

/** A value or none. Shrinks to none. */
export const optional = <A>(value: Arbitrary.Arbitrary<A>): Arbitrary.Arbitrary<Option.Option<A>> =>
  oneOf<Option.Option<A>>(Arbitrary.Constant(Option.none()), Arbitrary.map(value, Option.some))

export const boolean = Arbitrary.schema(Schema.Boolean)

/** An integer of a range, often one of its ends. Shrinks to the one nearest to 0. */
export const integer = (minimum: number, maximum: number): Arbitrary.Arbitrary<number> =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** How long a list is. */
export interface LengthOptions {
  /** Default: 0. */
  readonly minLength?: number
  /** Default: no limit. Lists grow with the square of the size of a run: with the usual size of 10, to about 100 rows. */
  readonly maxLength?: number
}

/** Rows and blocks of rows, because an array alone has no more rows than the run has size. Shrinks by both. */
export const list = <A>(
  row: Arbitrary.Arbitrary<A>,
  options: LengthOptions = {}
): Arbitrary.Arbitrary<ReadonlyArray<A>> => {
  const blocks = Arbitrary.array(Arbitrary.array(row, { minLength: 1 }))
  return Arbitrary.map(Arbitrary.all([Arbitrary.array(row, options), blocks]), ([rows, blocks]) =>
    [...rows, ...blocks.flat()].slice(0, options.maxLength)
  )
}
