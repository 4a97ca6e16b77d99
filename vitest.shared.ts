import { defineConfig } from "vitest/config"

declare module "vitest" {
  interface ProvidedContext {
    /** Whether this is the long run, `pnpm soak`: every mixture, and the sizes that take minutes. */
    readonly soak: boolean
  }
}

// Tests run on the packages' sources: the `exports` of a workspace package point at `src`, those of a published one at `dist`.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    provide: { soak: process.env.SOAK === "1" },
    // Long enough for a machine that runs every suite at once: only a test that hangs takes this long.
    testTimeout: 120_000,
    isolate: false
  }
})
