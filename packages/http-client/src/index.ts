/**
 * The backend of effect-rooms over HTTP.
 *
 * @module
 */
export * from "./InvalidConfiguration.ts"
export * as RoomsHttp from "./RoomsHttp.ts"
export type { RoomsHttpOptions } from "./RoomsHttpOptions.ts"
