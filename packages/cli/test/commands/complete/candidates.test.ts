import { assert, describe, it } from "@effect/vitest"
import * as Completions from "effect/cli/Completions"
import { rooms } from "../../../src/Cli.ts"
import { completionOf } from "../../../src/commands/complete/candidates.ts"

const tree = Completions.fromCommand(rooms)

/** Returns the completions of the last word. */
const complete = (...line: ReadonlyArray<string>) => completionOf(tree, line.slice(0, -1), line.at(-1) ?? "")

/** The candidates for the last word, or the kind of what only a shell, a service or a file knows. */
const values = (...line: ReadonlyArray<string>): ReadonlyArray<string> => {
  const completion = complete(...line)
  return completion._tag === "Candidates" ? completion.candidates.map(({ value }) => value) : [completion._tag]
}

describe("a command", () => {
  it("is one of those that there are, but for those that nobody types", () => {
    const commands = values("")
    assert.includeMembers([...commands], ["create", "list", "get", "sessions", "emulator", "completion"])
    assert.notInclude(commands, "__complete")
  })

  it("begins as what is typed", () => assert.deepStrictEqual(values("li"), ["list", "live"]))

  it("is followed by its own commands", () => assert.deepStrictEqual(values("emulator", ""), ["start", "exec"]))

  it("has a description of one line", () => {
    const completion = complete("")
    assert.strictEqual(completion._tag, "Candidates")
    if (completion._tag !== "Candidates") return
    for (const { description, value } of completion.candidates) {
      assert.notStrictEqual(description, "", value)
      assert.notInclude(description, "\n", value)
    }
  })
})

describe("a flag", () => {
  it("is one of the command before it", () => {
    assert.deepStrictEqual(values("metrics", "--fa"), ["--fake"])
    assert.include(values("sessions", "abc", "--"), "--all-rooms")
    assert.notInclude(values("list", "--"), "--all-rooms")
    assert.include(values("list", "--"), "--help")
  })

  it("has the values that it can have, behind a space and behind =", () => {
    assert.deepStrictEqual(values("list", "--format", "j"), ["json"])
    assert.deepStrictEqual(values("list", "--format=nd"), ["--format=ndjson"])
    assert.deepStrictEqual(values("list", "--nothing=nd"), [])
  })

  it("that takes any text has no candidates, and one that names a file is left to the shell", () => {
    assert.deepStrictEqual(values("create", "--title", ""), [])
    assert.deepStrictEqual(values("create", "--metadata", ""), ["Files"])
    assert.deepStrictEqual(values("emulator", "start", "--data=w"), ["Files"])
  })

  it("doesn't count as an argument, and neither does its value", () => {
    assert.deepStrictEqual(values("get", "--format", "json", "a"), ["RoomIds"])
    assert.deepStrictEqual(values("get", "--fake", "a"), ["RoomIds"])
  })
})

describe("an argument", () => {
  it.each(["get", "metadata", "sessions", "live"])(
    "of %s is the id of a room, of the service that its flags name",
    (command) => {
      assert.deepStrictEqual(complete(command, "--base-url", "http://localhost:1", "--fake", "ab"), {
        _tag: "RoomIds",
        flags: ["--base-url=http://localhost:1", "--fake"]
      })
    }
  )

  it("comes after short flags and their values too", () => {
    assert.deepStrictEqual(values("get", "-o", "json", "a"), ["RoomIds"])
    assert.deepStrictEqual(values("list", "-o", "nd"), ["ndjson"])
  })

  it("of rooms help is the name of a command", () => {
    assert.deepStrictEqual(values("help", "met"), ["metadata", "metrics"])
    assert.deepStrictEqual(values("help", "recordings", ""), ["download"])
    assert.deepStrictEqual(values("help", "list", ""), [])
  })

  it("is not completed twice", () => assert.deepStrictEqual(values("get", "abc", ""), []))

  it("that is one of a few is one of them", () => assert.deepStrictEqual(values("completion", "p"), ["powershell"]))

  it("that is a command of somebody else is left to the shell, whatever it looks like", () => {
    assert.deepStrictEqual(values("emulator", "exec", "--", ""), ["Files"])
    assert.deepStrictEqual(values("emulator", "exec", "--", "npm", "--f"), ["Files"])
  })
})

describe("the name of a profile", () => {
  it("completes the value of --profile, in a separate word and after =", () => {
    assert.deepStrictEqual(complete("list", "--profile", "st"), { _tag: "Profiles", before: "" })
    assert.deepStrictEqual(complete("list", "--profile=st"), { _tag: "Profiles", before: "--profile=" })
  })

  it.each(["use", "remove"])("is what rooms profile %s takes", (command) => {
    assert.deepStrictEqual(complete("profile", command, ""), { _tag: "Profiles", before: "" })
    assert.deepStrictEqual(values("profile", command, "staging", ""), [])
  })
})
