import { assert, describe, it } from "@effect/vitest"
import { rewrite } from "../../site/rewrite.ts"

const rewritten = (markdown: string) => rewrite("docs/guides/a.md", markdown, (file, hash) => `<${file}>${hash}`)

describe("rewrite", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["[b](b.md)", "[b](<docs/guides/b.md>)"],
    ["[b](b.md#there)", "[b](<docs/guides/b.md>#there)"],
    ["[core](../../packages/core/)", "[core](<packages/core>)"],
    ["[line](../../examples/telemetry.ts?plain=1#L10)", "[line](<examples/telemetry.ts>#L10)"],
    ["[here](#here) [b](?plain=1#b)", "[here](#here) [b](#b)"],
    [
      "[site](https://effect.website/a.md) <https://effect.website>",
      "[site](https://effect.website/a.md) <https://effect.website>"
    ],
    ["[b.md](b.md) and [c][c]\n\n[c]: c.md", "[b.md](<docs/guides/b.md>) and [c][c]\n\n[c]: <docs/guides/c.md>"],
    ["[![a.png](a.png)](a.png)", "[![a.png](<docs/guides/a.png>)](<docs/guides/a.png>)"],
    ['<img src="a.png" alt="a.png">', '<img src="<docs/guides/a.png>" alt="a.png">'],
    ["`[b](b.md)`\n\n```text\n[b](b.md)\n```", "`[b](b.md)`\n\n```text\n[b](b.md)\n```"],
    ['```sh skip="the reason"\nls\n```', "```sh\nls\n```"],
    ['- ```ts types-only="a"\n  b\n  ```', "- ```ts\n  b\n  ```"]
  ]
  for (const [markdown, expected] of cases) {
    it(markdown, () => assert.strictEqual(rewritten(markdown), expected))
  }
})
