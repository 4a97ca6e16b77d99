/**
 * The parts that the other packages of this repository build on. They change without notice, so programs should not import them.
 *
 * @module
 */
export { makeBackend } from "./backend/makeBackend.ts"
export type { Exchange } from "./transport/exchange.ts"
export { fetchExchange } from "./transport/fetchExchange.ts"
export { Fetch } from "./transport/fetchServices.ts"
export { exchangeOf } from "./transport/httpClient.ts"
