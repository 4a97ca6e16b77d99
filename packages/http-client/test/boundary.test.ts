import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { bundledModules, entryPoints } from "../../../scripts/bundled-modules.ts"

const packageRoot = fileURLToPath(new URL("..", import.meta.url))
const allowed = ["core", "http-client"]

/** What runs on Node only. */
const onNode: ReadonlyArray<string> = ["src/node.ts", "src/node/plumbing.ts"]

describe.concurrent("every entry point runs anywhere and stays inside its boundary", () => {
  it.each(entryPoints(packageRoot))("%s", async (file) => {
    const { modules, outside } = await bundledModules(packageRoot + file)
    const packages = modules.flatMap((module) => /packages\/([^/]+)\/src\//.exec(module)?.[1] ?? [])
    const libraries = modules.flatMap((module) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? [])
    assert.isNotEmpty(modules)
    assert.deepStrictEqual(onNode.includes(file) ? outside.filter((name) => !name.startsWith("node:")) : outside, [])
    assert.deepStrictEqual(
      packages.filter((name) => !allowed.includes(name)),
      []
    )
    assert.deepStrictEqual(
      libraries.filter((name) => name !== "effect" && !(onNode.includes(file) && name === "undici")),
      []
    )
  })
})
