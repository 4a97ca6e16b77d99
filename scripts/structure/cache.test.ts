/**
 * The inputs of the tasks that turbo caches. A file that isn't among them can change without its tests running again.
 */
import { execFileSync } from "node:child_process"
import { posix } from "node:path"
import { describe, expect, it } from "vitest"
import { importGraph, modules, root } from "./imports.ts"

interface Task {
  readonly task: string
  readonly directory: string
  readonly inputs: Readonly<Record<string, string>>
}

const tasks: ReadonlyArray<Task> = JSON.parse(
  execFileSync("turbo", ["run", "check", "test", "--dry=json"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
).tasks

const folders = [...new Set(tasks.map(({ directory }) => directory))]
const folderOf = (file: string) => folders.find((folder) => file.startsWith(`${folder}/`))

/** The key of the cache has these globally. */
const globalFiles = ["vitest.shared.ts"]

describe.each(["check", "test"])("the cache of %s", (name) => {
  it("has every file of another package's tests that a package imports", () => {
    const inputs = new Map(
      tasks
        .filter(({ task }) => task === name)
        .map(({ directory, inputs }) => [
          directory,
          new Set(Object.keys(inputs).map((path) => posix.join(directory, path)))
        ])
    )
    // The sources of a dependency count through its build.
    const missing = [...importGraph(modules)].flatMap(([file, targets]) => {
      const folder = folderOf(file)
      if (folder === undefined || !file.startsWith(`${folder}/test/`)) return []
      const relevant = targets.filter((target) => !target.includes("/src/") && !globalFiles.includes(target))
      return relevant.filter((target) => !inputs.get(folder)?.has(target)).map((target) => `${file} imports ${target}`)
    })
    expect(inputs.size).toBeGreaterThan(5)
    expect(missing).toEqual([])
  })
})
