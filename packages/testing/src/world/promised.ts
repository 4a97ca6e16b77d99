/**
 * Services for programs without Effect.
 */
import { withCallerStack } from "@effect-rooms/core/unstable"
import type * as Brand from "effect/Brand"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"

type Unbranded<T> = T extends Brand.Brand<infer _> ? Brand.Brand.Unbranded<T> : T

/** An argument with strings in place of ids, including those in its fields. */
type PlainArgument<T> = unknown extends T
  ? T
  : T extends Brand.Brand<infer _>
    ? Unbranded<T>
    : { readonly [Key in keyof T]: Unbranded<T[Key]> }

type PlainArguments<Arguments extends ReadonlyArray<unknown>> = {
  [Index in keyof Arguments]: PlainArgument<Arguments[Index]>
}

type Result<A> = [Extract<A[keyof A], Effect.Effect<unknown, unknown>>] extends [never] ? A : Promised<A>

type PromisedMember<Member> =
  Member extends Effect.Effect<infer A, infer _>
    ? () => Promise<Result<A>>
    : Member extends (...args: infer Arguments) => Effect.Effect<infer A, infer _>
      ? (...args: PlainArguments<Arguments>) => Promise<Result<A>>
      : Member

/** A service whose effects, and functions that return effects, are async methods. */
export type Promised<Service> = { readonly [Key in keyof Service]: PromisedMember<Service[Key]> }

const isEffect = (value: unknown): value is Effect.Effect<unknown, unknown> => Effect.isEffect(value)

const run = async (effect: unknown): Promise<unknown> => {
  if (!isEffect(effect)) return effect
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isFailure(exit)) throw withCallerStack(Cause.squash(exit.cause))
  const { value } = exit
  // The result of a method can have methods too, such as a fault's `remove`.
  return Predicate.isObject(value) && Object.values(value).some(isEffect) ? promised(value) : value
}

/** Returns a service with async methods in place of effects. */
export const promised = <Service extends object>(service: Service): Promised<Service> => {
  const member = (value: unknown): unknown => {
    if (isEffect(value)) return () => run(value)
    // With `await`, so that the stack of an error includes the caller.
    return Predicate.isFunction(value) ? async (...args: ReadonlyArray<unknown>) => await run(value(...args)) : value
  }
  // `Promised` is the type of what `member` does.
  return Record.map({ ...service }, member) as Promised<Service>
}
