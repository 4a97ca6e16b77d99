/**
 * What the packages of this repository share on Node. It isn't meant for programs: it changes without notice.
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
