import { defineConfig } from "vitest/config"

/** What needs the site to be built: the tests that look at it in a browser. */
export default defineConfig({
  test: { include: ["browser/**/*.test.ts"], testTimeout: 60_000 }
})
