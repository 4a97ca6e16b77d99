/** One problem of a command line, as data and in words. */
export interface Problem {
  readonly data: { readonly _tag: string; readonly [field: string]: unknown }
  readonly sentence: string
}
