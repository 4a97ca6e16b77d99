import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { bundledModules } from "../../../scripts/bundled-modules.ts"

const packageRoot = fileURLToPath(new URL("..", import.meta.url))
const allowed = ["core", "http-client", "promise"]

describe.concurrent("an entry point stays inside its boundary", () => {
  it.each([
    ["src/index.ts", { onNode: false }],
    ["src/node.ts", { onNode: true }]
  ] as const)("%s", async (file, { onNode }) => {
    const { modules, outside } = await bundledModules(packageRoot + file)
    const packages = modules.flatMap((module) => /packages\/([^/]+)\/src\//.exec(module)?.[1] ?? [])
    const libraries = modules.flatMap((module) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? [])
    assert.isNotEmpty(modules)
    assert.deepStrictEqual(
      outside.filter((name) => !(onNode && name.startsWith("node:"))),
      []
    )
    assert.deepStrictEqual(
      packages.filter((name) => !allowed.includes(name)),
      []
    )
    assert.deepStrictEqual(
      libraries.filter((name) => name !== "effect" && !(onNode && name === "undici")),
      []
    )
  })
})
