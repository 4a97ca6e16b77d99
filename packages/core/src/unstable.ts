/**
 * Plumbing that the packages of effect-rooms share. It can change in any release: don't import it in your own programs.
 *
 * @module
 */
export * from "./masking/makeMask.ts"
export type * from "./Operation.ts"
export * from "./operations/errorFrom.ts"
export * from "./operations/errors.ts"
export * from "./operations/evidence.ts"
export * from "./operations/http.ts"
export * from "./operations/metadataSizeProblem.ts"
export * from "./operations/operationOf.ts"
export * from "./operations/table.ts"
export * from "./operations/validate.ts"
export * from "./wire/definedFields.ts"
export * from "./wire/describeTransportCause.ts"
export * from "./wire/parseJson.ts"
export * from "./wire/RawResponse.ts"
export * from "./wire/SchemaProblem.ts"
export * from "./wire/transportLimits.ts"
export * from "./withCallerStack.ts"
