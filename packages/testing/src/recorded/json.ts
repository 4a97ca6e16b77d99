/**
 * JSON text to a value; `Option.none` where it is not JSON.
 */
import * as Option from "effect/Option"

export const parseJson: (text: string) => Option.Option<unknown> = Option.liftThrowable((text: string): unknown =>
  JSON.parse(text)
)
