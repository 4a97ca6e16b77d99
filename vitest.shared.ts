import { defineConfig } from "vitest/config"

// Tests run on the packages' sources: the `exports` of a workspace package point at `src`, those of a published one at `dist`.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    isolate: false
  }
})
