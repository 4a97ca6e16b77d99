/**
 * Plumbing that the packages of effect-rooms share. It can change in any release: don't import it in your own programs.
 *
 * @module
 */
export { BrokenConnection } from "./faults/BrokenConnection.ts"
export { directOperations } from "./serve/directOperations.ts"
export { type HttpHandlerOptions, makeHttpHandler } from "./serve/http.ts"
export type { KnownRoute } from "./serve/jsonErrors.ts"
export { layerRoutes, layerValidation, routerConfig, routesOf } from "./serve/routes.ts"
export { Host, WorldHost } from "./world/WorldHost.ts"
