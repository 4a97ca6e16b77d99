/** The amount of measuring: enough to see that it works, enough for the targets, or everything. */
export type Scale = "quick" | "normal" | "full"

/** Returns one of three values, by the scale. */
export const at = <A>(scale: Scale, quick: A, normal: A, full: A = normal): A =>
  scale === "quick" ? quick : scale === "normal" ? normal : full
