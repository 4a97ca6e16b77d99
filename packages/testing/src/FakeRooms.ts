/**
 * The five services and an `HttpClient` on a world in memory, without a socket.
 *
 * @module
 */

// In separate modules, so that a program that doesn't use HTTP doesn't bundle it.
export { layerHttpClient } from "./serve/inProcessHttpClient.ts"
export { layer, layerBackend } from "./serve/memoryLayers.ts"
