import { mergeConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"

export default mergeConfig(shared, {
  test: {
    // A zone that no machine has by default: a table that showed UTC would be seen.
    env: { TZ: "Asia/Kathmandu" }
  }
})
