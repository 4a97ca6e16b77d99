/**
 * The doors to a world that need no socket.
 *
 * @module
 */

// Each in a module of its own, so that a program without HTTP bundles none.
export { layerHttpClient } from "./serve/inProcessHttpClient.ts"
export { layer, layerBackend } from "./serve/memoryLayers.ts"
