/**
 * Code with two mutants: the test catches the first; the second returns the same sums, so that no test can catch it.
 */

// mutant: `a + b` -> `a - b` (test/sum.test.ts)
// mutant: `a + b` -> `b + a` (test/sum.test.ts)
export const sum = (a: number, b: number): number => a + b
