import * as Flag from "effect/cli/Flag"

/** Returns a flag without a value that is off by default. There is no `--no-` form of it. */
export const switchFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)
