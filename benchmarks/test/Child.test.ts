import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { runChild } from "../src/Child.ts"

const program = fileURLToPath(new URL("fixtures/program.ts", import.meta.url))

/** Why a job came to nothing. */
const failureOf = (job: string, limitMillis?: number): Promise<string> =>
  runChild(program, job, limitMillis === undefined ? {} : { limitMillis }).then(
    () => "it did not fail",
    (error: unknown) => String(error)
  )

describe("runChild", () => {
  it("gives what the program sends back", async () => {
    assert.deepStrictEqual(await runChild(program, "answer"), { job: "answer" })
  })

  it("fails with what the program said where it failed", async () => {
    assert.include(await failureOf("fail"), "the work broke")
  })

  it("fails where the program refuses its job", async () => {
    assert.include(await failureOf("dance"), "not a job")
  })

  it("stops a program that does not end", async () => {
    assert.include(await failureOf("hang", 500), "took longer than 0.5 s")
  })
})
