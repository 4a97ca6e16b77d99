import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"

/** Returns the output of a process that imports an entry, optionally on a Node without Zstandard. */
const importing = async (entry: string, isOld: boolean) => {
  const old = 'delete require("node:zlib").createZstdDecompress; require("node:module").syncBuiltinESMExports();'
  const url = new URL(`../../../src/${entry}`, import.meta.url)
  const code = `${isOld ? old : ""} import(${JSON.stringify(fileURLToPath(url))}).then(
    (module) => console.log(Object.keys(module).join()),
    (error) => console.log(error.message)
  )`
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=commonjs", "-e", code])
  return stdout.trim()
}

describe.each([["node.ts", "RoomsHttpNode"]])("the entry %s", (entry, exported) => {
  it("can be imported by this Node", async () => {
    assert.strictEqual(await importing(entry, false), exported)
  })

  it("says which Node it needs if this one is too old", async () => {
    assert.match(
      await importing(entry, true),
      /needs Node 22\.19 or later, but this is \d+\.\d+\.\d+; .*RoomsHttp\.layerFetch/
    )
  })
})
