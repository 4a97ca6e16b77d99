/** How much is measured: enough to see that it still works, what the targets need, or everything. */
export type Scale = "quick" | "normal" | "full"

/** One of three, by the scale. */
export const at = <A>(scale: Scale, quick: A, normal: A, full: A = normal): A =>
  scale === "quick" ? quick : scale === "normal" ? normal : full
