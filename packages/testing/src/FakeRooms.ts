/**
 * The five services and an `HttpClient` on a world in memory, without a socket.
 *
 * @module
 */

// In separate modules, so that a program without HTTP bundles none of it.
export { layerHttpClient } from "./serve/inProcessHttpClient.ts"
export { layer, layerBackend } from "./serve/memoryLayers.ts"
