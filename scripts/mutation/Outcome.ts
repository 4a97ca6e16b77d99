/** The result of running the tests on a mutant, or on the code as it is. */
export type Outcome =
  /** Every test passed. */
  | { readonly _tag: "Survived" }
  /** A test failed. */
  | { readonly _tag: "Caught"; readonly test: string; readonly error: string }
  /** The tests didn't finish. */
  | { readonly _tag: "Hung" }
  /** The tests couldn't be run. */
  | { readonly _tag: "Broken"; readonly problem: string }
