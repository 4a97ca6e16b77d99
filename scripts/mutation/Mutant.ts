/**
 * A small way to break the code.
 */
export interface Mutant {
  /** What is wrong with it. */
  readonly name: string
  /** From the root of the checkout. */
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** Mutants of one file: a name, what is found, and what is put there. */
export const mutantsOf = (file: string, changes: ReadonlyArray<readonly [string, string, string]>) =>
  changes.map(([name, find, replace]): Mutant => ({ name, file, find, replace }))

/** What is wrong with a mutant; `undefined` where it can be made. */
export const problemOf = ({ find, replace }: Mutant, code: string): string | undefined => {
  const count = code.split(find).length - 1
  if (count !== 1) return `its text occurs ${count} times, not once`
  return find === replace ? "it changes nothing" : undefined
}

/** The code with the mutation in it. */
export const mutate = ({ find, replace }: Mutant, code: string): string => code.split(find).join(replace)
