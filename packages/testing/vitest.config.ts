import { mergeConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"

// The suite is all computing and no waiting, so that a second core halves it.
export default mergeConfig(shared, { test: { maxWorkers: 2 } })
