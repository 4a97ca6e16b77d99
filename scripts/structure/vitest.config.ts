import { defineConfig } from "vitest/config"

// Bundling takes seconds on a busy machine.
export default defineConfig({ test: { include: ["*.test.ts"], testTimeout: 120_000 } })
