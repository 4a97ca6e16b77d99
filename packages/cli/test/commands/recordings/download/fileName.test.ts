import { resolve, sep, win32 } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { RecordingId } from "@effect-rooms/core/Identifier"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fileNameOf } from "../../../../src/commands/recordings/download/fileName.ts"

const url = "https://files.example.com/a.b/video.MP4?x=y.exe#z.bat"

const nameOf = (id: string, recordingUrl = url) =>
  fileNameOf({ id: RecordingId.make(id), recordingUrl, recordingSize: 1 })

const given = (id: string, recordingUrl?: string) => Result.getOrElse(nameOf(id, recordingUrl), () => "refused")

describe("the name of a file", () => {
  for (const [id, name] of [
    ["recording_01j5", "recording_01j5.mp4"],
    ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e0-4f89-41d3-9a0c-0305e82c3301.mp4"],
    ["_x", "_x.mp4"]
  ] as const) {
    it(`is the id, and the ending of the URL: ${id}`, () => assert.strictEqual(given(id), name))
  }

  for (const [recordingUrl, name] of [
    ["https://h/", "a"],
    ["https://h/video", "a"],
    ["https://h/.mp4", "a"],
    ["https://h/a.b/video", "a"],
    ["https://h/video.tar.gz", "a.gz"],
    ["https://h/video.m-4", "a"],
    ["https://h/video.mp4%2F", "a"],
    ["https://h/video.toolongending", "a"],
    ["no URL.mp4", "a"]
  ] as const) {
    it(`takes its ending from the path: ${recordingUrl}`, () => assert.strictEqual(given("a", recordingUrl), name))
  }

  for (const id of ["A", "a b", "a.b", "-rf", ".a", "é", "a\u202emp3.exe", "x".repeat(81)]) {
    it(`has a hash where the id could be taken for another: ${id}`, () => {
      assert.match(given(id), /^[a-z0-9_][a-z0-9_-]*~[0-9a-f]{16}\.mp4$/i)
    })
  }

  for (const id of [
    "../a",
    "...",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "..\\a",
    "C:a",
    "a:b",
    "a\0b",
    "con",
    "NUL",
    "Com1.txt",
    " aux",
    "lpt¹"
  ]) {
    it(`is refused: ${JSON.stringify(id)}`, () => assert.strictEqual(given(id), "refused"))
  }
})

const pieces = [
  "a",
  "A",
  "..",
  ".",
  "/",
  "\\",
  "\0",
  ":",
  "~",
  " ",
  "con",
  "\u00e9",
  "e\u0301",
  "\u017f",
  "\u212a",
  "-",
  "_",
  "0"
]

const someId = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)), { minLength: 1, maxLength: 6 }),
  (parts) => parts.join("")
).pipe(Arbitrary.filter((id) => id !== "." && id !== ".."))

const folded = (name: string) => name.normalize("NFKC").toUpperCase().toLowerCase()

describe("the names of any ids", () => {
  it.effect.prop(
    "a name stays in its folder, here and on Windows, and two ids never share one",
    { one: someId, other: someId, recordingUrl: Arbitrary.schema(Schema.String) },
    ({ one, other, recordingUrl }) =>
      Effect.sync(() => {
        for (const name of [nameOf(one, `https://h/${recordingUrl}`), nameOf(one)]) {
          if (Result.isFailure(name)) continue
          assert.strictEqual(resolve("/to", name.success), `/to${sep}${name.success}`)
          assert.strictEqual(win32.resolve("C:\\to", name.success), `C:\\to\\${name.success}`)
          assert.isBelow(`.${name.success}.part.json`.length, 255)
        }
        const [a, b] = [nameOf(one), nameOf(other)]
        if (one === other || Result.isFailure(a) || Result.isFailure(b)) return
        assert.notStrictEqual(folded(a.success), folded(b.success))
      }),
    { arbitrary: { runs: 2000 } }
  )
})
