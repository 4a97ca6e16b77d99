/**
 * What runs on Node only. Everything else of this package runs anywhere.
 *
 * @module
 */
export * as RoomsHttpNode from "./internal/node/RoomsHttpNode.ts"
