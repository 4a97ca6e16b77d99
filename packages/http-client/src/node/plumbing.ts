/**
 * What the packages of this repository share on Node. It isn't meant for programs: it changes without notice.
 *
 * @module
 */
export { type AgentsOptions, makeAgents } from "../internal/node/agents.ts"
export type { ProxyOptions } from "../internal/node/ProxyOptions.ts"
export {
  type Proxy,
  proxiesOfEnvironment,
  proxyFor,
  type Target,
  targetOf
} from "../internal/node/proxies.ts"
export { type Opened, openTunnel } from "../internal/node/tunnel.ts"
export { unpacking } from "../internal/node/unpacking.ts"
