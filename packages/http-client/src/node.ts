/**
 * The transport for Node 22.19 and later. Everything else in this package runs anywhere.
 *
 * @module
 */
import "./internal/requiredNode.ts"

export * as RoomsHttpNode from "./internal/node/RoomsHttpNode.ts"
