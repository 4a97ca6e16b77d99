/**
 * Code whose markers can't be used: one quotes code that is gone, one makes a syntax error, one names no test, one isn't a change.
 */

// mutant: `a + b` -> `a - b` (test/product.test.ts)
// mutant: `a * b` -> `a * * b` (test/product.test.ts)
// mutant: `a * b` -> `a / b`
// mutant: a * b
export const product = (a: number, b: number): number => a * b
