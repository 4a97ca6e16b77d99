import { assert, describe, it } from "@effect/vitest"
import { exampleDocument, readExamples } from "../src/examples.ts"

const source = `/**
 * A module.
 */
import * as A from "a"

/** \`\`\`ts */
export class Rooms {
  /**
   * Reads one room.
   *
   * @example
   * \`\`\`ts
   * const room = {
   *   get: "it"
   * }
   *
   * \`\`\`
   */
  readonly get = "\`\`\`ts"
}
`

describe("the examples of a module", () => {
  it("are the blocks of its docstrings, at their lines and without what is before each line", () => {
    assert.deepStrictEqual(exampleDocument("packages/core/src/Rooms.ts", source).fences, [
      { line: 12, language: "ts", info: "", text: 'const room = {\n  get: "it"\n}\n' }
    ])
  })

  it("are found in the packages", () => {
    assert.includeMembers(
      readExamples().map(({ path }) => path),
      ["packages/core/src/Rooms.ts", "packages/testing/src/serve/memoryLayers.ts"]
    )
  })
})
