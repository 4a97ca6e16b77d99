/** Parses the options of `pnpm bench`. */
import { parseArgs } from "node:util"
import type { Scale } from "./Scale.ts"

export interface Options {
  /** The groups to measure; all if it's empty. */
  readonly only: ReadonlyArray<string>
  readonly scale: Scale
}

export const usage = (groups: ReadonlyArray<string>): string =>
  `pnpm bench -- [--only <group>]... [--quick | --full]\n\ngroups: ${groups.join(", ")}`

/** Throws on unknown flags and groups. */
export const parseOptions = (args: ReadonlyArray<string>, groups: ReadonlyArray<string>): Options => {
  const { values } = parseArgs({
    // Package managers pass on a bare `--`.
    args: args.filter((arg) => arg !== "--"),
    options: {
      only: { type: "string", multiple: true, default: [] },
      quick: { type: "boolean", default: false },
      full: { type: "boolean", default: false }
    }
  })
  const only = values.only.flatMap((names) => names.split(","))
  const unknown = only.find((name) => !groups.includes(name))
  if (unknown !== undefined) throw new Error(`there is no group "${unknown}"`)
  if (values.quick && values.full) throw new Error("--quick and --full exclude each other")
  return { only, scale: values.quick ? "quick" : values.full ? "full" : "normal" }
}
