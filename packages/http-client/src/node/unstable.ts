/**
 * The parts that the other packages of this repository build on, on Node. They change without notice, so programs should not
 * import them.
 *
 * @module
 */
export { type AgentsOptions, makeAgents } from "../transport/node/agents.ts"
export type { ProxyOptions } from "../transport/node/ProxyOptions.ts"
export {
  type Proxy,
  proxiesOfEnvironment,
  proxyFor,
  type Target,
  targetOf
} from "../transport/node/proxies.ts"
export { type Opened, openTunnel } from "../transport/node/tunnel.ts"
export { unpacking } from "../transport/node/unpacking.ts"
