/**
 * What a run of the laws came to.
 */
export type Outcome =
  /** All laws hold. */
  | { readonly _tag: "Survived" }
  /** A law does not hold. */
  | { readonly _tag: "Caught"; readonly law: string; readonly error: string }
  /** The laws did not come to an end. */
  | { readonly _tag: "Hung" }
  /** The laws could not be run. */
  | { readonly _tag: "Broken"; readonly problem: string }
