import { defineConfig } from "vitest/config"

// Tests run on the packages' sources: the `exports` of a workspace package point at `src`, those of a published one at `dist`.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // On a machine that is busy with all the other suites, too, only a test that hangs takes this long.
    testTimeout: 120_000,
    isolate: false
  }
})
