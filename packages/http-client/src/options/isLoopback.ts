/**
 * Whether a URL's `hostname` is certainly this machine: `localhost`, 127.0.0.0/8 or ::1. Some resolvers ask the network for
 * other names that end in `.localhost`.
 */
export const isLoopback = (hostname: string): boolean =>
  // mutant: `hostname === "localhost"` -> `hostname.endsWith("localhost")` (test/RoomsHttpOptions.test.ts)
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)
