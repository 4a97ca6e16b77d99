/**
 * The fast transport for Node 22.19 and later. Everything else in this package runs anywhere.
 *
 * @module
 */
import "./transport/node/requiredNode.ts"

export * as RoomsHttpNode from "./RoomsHttpNode.ts"
