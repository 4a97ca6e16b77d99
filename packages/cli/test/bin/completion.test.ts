import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { shell, unhurried } from "../fixtures/process.ts"

const has = (program: string) => spawnSync(program, ["--version"]).status === 0

/** Returns the completions that a shell finds for the last of these words. */
const inBash = (...words: ReadonlyArray<string>) => {
  const script = `
    command=("$@")
    rooms() { "\${command[@]}" "$@"; }
    eval "$(rooms completion bash)"
    COMP_WORDS=(rooms ${words.map((word) => `'${word}'`).join(" ")}) COMP_CWORD=${words.length}
    _rooms
    printf '%s\\n' "\${COMPREPLY[@]}"`
  return Effect.map(
    shell(`exec bash --norc -c '${script.replaceAll("'", `'\\''`)}' bash "$@"`, [], unhurried),
    ({ stderr, stdout }) => {
      assert.strictEqual(stderr, "")
      return stdout.trim().split("\n")
    }
  )
}

describe.skipIf(!has("bash"))("bash", () => {
  it.live("completes commands, and flags of the command", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* inBash("li"), ["list", "live"])
      assert.deepStrictEqual(yield* inBash("list", "--for"), ["--format"])
    })
  )

  it.live("completes a value behind = , which bash treats as a separate word", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* inBash("list", "--format", "=", "j"), ["json"])
      assert.includeMembers(yield* inBash("list", "--format", "="), ["table", "json"])
    })
  )

  it.live("completes the id of a room", () =>
    Effect.gen(function* () {
      const ids = yield* inBash("get", "--fake", "")
      assert.lengthOf(ids, 40)
      const [first = ""] = ids
      assert.deepStrictEqual(yield* inBash("get", "--fake", first.slice(0, -1)), [first])
    })
  )
})

describe.skipIf(!has("zsh"))("zsh (skipped if not installed)", () => {
  it.live("reads the script and defines a completion of the command", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* shell(
        `zsh -fc 'autoload -Uz compinit; compinit -D; eval "$("$@" completion zsh)"; print $_comps[rooms]' zsh "$@"`,
        []
      )
      assert.deepStrictEqual({ code, stderr, stdout }, { code: 0, stderr: "", stdout: "_rooms\n" })
    })
  )
})

describe.skipIf(!has("fish"))("fish (skipped if not installed)", () => {
  it.live("completes commands with their descriptions, and the ids of rooms", () =>
    Effect.gen(function* () {
      const complete = (line: string) =>
        shell(
          `command="$*"; directory=$(mktemp -d); printf '#!/bin/sh\\nexec %s "$@"\\n' "$command" > $directory/rooms; chmod +x $directory/rooms
           PATH=$directory:$PATH fish --no-config -c 'rooms completion fish | source; complete -C "${line}"'`,
          [],
          unhurried
        )
      assert.match((yield* complete("rooms li")).stdout, /^list\tList rooms.*\nlive\tList who.*\n$/)
      assert.lengthOf((yield* complete("rooms get --fake ")).stdout.trim().split("\n"), 40)
    })
  )
})
