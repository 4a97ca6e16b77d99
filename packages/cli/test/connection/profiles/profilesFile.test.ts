import { mkdirSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { configuration, stagingKey, stored } from "../../fixtures/profiles.ts"

const text = JSON.stringify(stored, undefined, 2)

const staging = { baseUrl: "https://staging.example.com", apiKey: stagingKey }

/** Returns the problem of a file with this content. */
const saysOf = (content: unknown) =>
  Effect.gen(function* () {
    const { environment, path, put, read } = yield* configuration
    put(typeof content === "string" ? content : JSON.stringify(content))
    const outcomes = [
      yield* rooms(["list"], { environment, stderrTerminal: true }),
      yield* rooms(["profile", "list"], { environment, stderrTerminal: true }),
      yield* rooms(["profile", "use", "staging"], { environment, stderrTerminal: true }),
      yield* rooms(["profile", "remove", "staging"], { environment, stderrTerminal: true }),
      yield* rooms(["login", "--base-url", "https://x", "--api-key-stdin"], {
        environment,
        stderrTerminal: true,
        stdin: "k"
      })
    ]
    for (const outcome of outcomes) assert.deepStrictEqual(outcome, { ...outcome, code: 2, stdout: "" })
    const said = new Set(outcomes.map(({ stderr }) => stderr))
    assert.strictEqual(said.size, 1, [...said].join(""))
    // Nobody has written over it.
    if (typeof content !== "string") assert.deepStrictEqual(read(), content)
    const [sentence = "", hint] = [...said].join("").split("\n")
    assert.strictEqual(hint, "hint: correct the file, or delete it and run `rooms login`")
    assert.notInclude(sentence, stagingKey)
    assert.isTrue(sentence.startsWith(`rooms: ${path}: `), sentence)
    return sentence.slice(`rooms: ${path}: `.length)
  }).pipe(Effect.scoped)

describe("a file of profiles that is broken", () => {
  it.effect.each([
    { content: "", says: "line 1, column 1: not JSON" },
    { content: "{", says: "line 1, column 2: not JSON" },
    { content: text.slice(0, -1), says: "line 13, column 1: not JSON" },
    { content: `${text} x`, says: "line 13, column 3: not JSON" },
    { content: text.replace('"https://staging', "https://staging"), says: "line 5, column 18: not JSON" },
    { content: text.replace(`"${stagingKey}"`, stagingKey), says: "line 6, column 17: not JSON" },
    { content: text.replace(`"${stagingKey}"`, `"${stagingKey}`), says: "line 6, column 35: not JSON" },
    { content: `{"apiKey": "${stagingKey}" oops}`, says: "line 1, column 32: not JSON" }
  ])("is told by the line and column at which it stops being JSON: $says", ({ content, says }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* saysOf(content), says)
    })
  )

  it.effect.each([
    { content: [], says: "the file: expected an object" },
    { content: stagingKey, says: "the file: expected an object" },
    { content: {}, says: "profiles: is missing" },
    { content: { profiles: [stagingKey] }, says: "profiles: expected an object" },
    { content: { profiles: { staging: stagingKey } }, says: "profiles.staging: expected an object" },
    { content: { profiles: { staging: { apiKey: stagingKey } } }, says: "profiles.staging.baseUrl: is missing" },
    { content: { profiles: { staging: { baseUrl: "https://x" } } }, says: "profiles.staging.apiKey: is missing" },
    {
      content: { profiles: { staging: { ...staging, apiKey: [stagingKey] } } },
      says: "profiles.staging.apiKey: expected string"
    },
    {
      content: { profiles: { staging: { ...staging, baseUrl: 7 } } },
      says: "profiles.staging.baseUrl: expected string"
    },
    { content: { profiles: {}, current: { key: stagingKey } }, says: "current: expected string" },
    {
      content: { profiles: { staging: { ...staging, key: stagingKey } } },
      says: "profiles.staging.key: unknown field"
    },
    { content: { profiles: {}, apiKey: stagingKey }, says: "apiKey: unknown field" },
    { content: { profiles: { "two words": staging } }, says: /a name of at most 64 letters/ },
    {
      content: '{"profiles": {"__proto__": {"baseUrl": "https://x", "apiKey": "k"}}}',
      says: /a name of at most 64 letters/
    }
  ])("is told by the path of what is wrong in it: $says", ({ content, says }) =>
    Effect.gen(function* () {
      const sentence = yield* saysOf(typeof content === "string" && content === stagingKey ? `"${content}"` : content)
      if (typeof says === "string") assert.strictEqual(sentence, says)
      else assert.match(sentence, says)
    })
  )

  it.effect("is a folder", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, path } = yield* configuration
        mkdirSync(path, { recursive: true })
        const { code, stderr } = yield* rooms(["list"], { environment })
        assert.match(stderr, /^rooms: .*profiles\.json can't be read: EISDIR/)
        assert.strictEqual(code, 2)
      })
    )
  )
})

describe("a file of profiles that is whole", () => {
  it.effect.each([
    { name: "an editor of Windows has written it", content: `\ufeff${text.replaceAll("\n", "\r\n")}` },
    { name: "nobody has indented it", content: JSON.stringify(stored) }
  ])("is read as it is, where $name", ({ content }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { environment, put } = yield* configuration
        put(content)
        const { stdout } = yield* rooms(["profile", "list", "--fields", "profile"], { environment })
        assert.strictEqual(stdout, '{"profile":"production"}\n{"profile":"staging"}\n')
      })
    )
  )
})
