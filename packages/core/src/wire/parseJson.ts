/**
 * Parses JSON without exceptions.
 */
import * as Option from "effect/Option"

/** Returns the value of a JSON text; `Option.none` if it isn't JSON. */
export const parseJson: (text: string) => Option.Option<unknown> = Option.liftThrowable((text: string): unknown =>
  JSON.parse(text)
)
