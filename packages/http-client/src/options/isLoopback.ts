/**
 * Returns whether a URL's `hostname` is certainly this machine: `localhost`, 127.0.0.0/8 or ::1. Other names under `.localhost`
 * don't qualify, because some resolvers look them up on the network.
 */
export const isLoopback = (hostname: string): boolean =>
  // mutant: `hostname === "localhost"` -> `hostname.endsWith("localhost")` (test/RoomsHttpOptions.test.ts)
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)
