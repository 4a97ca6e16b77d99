/**
 * What an editor shows to those who use the packages: by the language service that editors ask.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import ts from "typescript"
import { root } from "../src/Document.ts"

const path = join(root, "docs", "build", "editor.ts")

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true
}

const imports = [
  'import { LiveRooms, Metrics, Recordings, Rooms, Sessions, nameOf, titleOf } from "@effect-rooms/core"',
  'import { RoomsHttp } from "@effect-rooms/http-client"',
  'import { FakeRooms, Scenario, World, expectCalls, fault, withoutWaiting } from "@effect-rooms/testing"',
  'import { Effect } from "effect"'
].join("\n")

/** An editor in which a program is written again and again. */
const makeEditor = () => {
  let text = ""
  let version = 0
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: (file) => (file === path ? String(version) : "0"),
    getScriptSnapshot: (file) =>
      file === path
        ? ts.ScriptSnapshot.fromString(text)
        : ts.sys.fileExists(file)
          ? ts.ScriptSnapshot.fromString(readFileSync(file, "utf8"))
          : undefined,
    getCurrentDirectory: () => join(root, "docs"),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (file) => ts.sys.realpath?.(file) ?? file
  })
  /** Writes a program in which `|` is where the cursor is, and gives its place. */
  const write = (program: string) => {
    const whole = `${imports}\n${program}`
    text = whole.replace("|", "")
    version += 1
    return whole.indexOf("|")
  }
  return {
    /** What the editor shows over the cursor. */
    hover: (program: string) => {
      const info = service.getQuickInfoAtPosition(path, write(program))
      return {
        text: ts.displayPartsToString(info?.documentation),
        example: ts.displayPartsToString(info?.tags?.find(({ name }) => name === "example")?.text)
      }
    },
    completions: (program: string) =>
      service.getCompletionsAtPosition(path, write(program), {})?.entries.map(({ name }) => name) ?? [],
    /** The messages of the compiler. */
    problems: (program: string) => {
      write(program)
      return service
        .getSemanticDiagnostics(path)
        .filter(({ code }) => code !== 6133 && code !== 6192 && code !== 6196)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
    }
  }
}

const editor = makeEditor()

const services = ["Rooms", "Sessions", "LiveRooms", "Recordings", "Metrics"]

/** The members of a value, as the editor offers them. */
const membersOf = (declaration: string) => editor.completions(`${declaration}\nvalue.|`)

const operations = services.flatMap((service) =>
  membersOf(`declare const value: ${service}["Service"]`).map((name) => [`${service}.${name}`, service, name] as const)
)

const namespaces = ["RoomsHttp", "FakeRooms"].flatMap((namespace) =>
  editor
    .completions(`${namespace}.|`)
    .filter((name) => /^(layer|with)/.test(name))
    .map((name) => `${namespace}.${name}`)
)

const assertShown = ({ example, text }: ReturnType<typeof editor.hover>) => {
  assert.match(text, /\w{3}/)
  assert.match(example, /import .* from "(effect|@effect-rooms)\//s)
}

describe("an editor", () => {
  it("knows the operations", () => {
    assert.includeMembers(
      operations.map(([name]) => name),
      ["Rooms.createOnce", "Sessions.streamAll", "LiveRooms.watch", "Recordings.stream", "Metrics.get"]
    )
    assert.includeMembers(namespaces, ["RoomsHttp.layerConfigFetch", "FakeRooms.layerHttpClient"])
  })

  it.each(operations)("shows text and an example over %s", (_, service, name) => {
    const call = name === "get" && service === "Metrics" ? "" : "()"
    assertShown(editor.hover(`declare const value: ${service}["Service"]\nvalue.|${name}${call}`))
  })

  it.each([
    'sessions.|streamAll({ onRoomError: "report" })',
    'sessions.|participantsAll({ onRoomError: "report" })',
    'live.|watch(roomId, { onError: "report" })'
  ])("shows them over the other form of a call: %s", (call) => {
    assertShown(
      editor.hover(
        `declare const sessions: Sessions["Service"], live: LiveRooms["Service"], roomId: import("@effect-rooms/core").RoomId\n${call}`
      )
    )
  })

  it.each([
    ...namespaces,
    "Scenario.make",
    "Scenario.room",
    "Scenario.office",
    "World",
    "World.layer",
    "fault",
    "expectCalls",
    "withoutWaiting",
    "titleOf",
    "nameOf"
  ])("shows text and an example over %s", (expression) => {
    const dot = expression.indexOf(".") + 1
    assertShown(editor.hover(`${expression.slice(0, dot)}|${expression.slice(dot)}`))
  })

  it("completes the well-known keys of a room's metadata, and lets others be added", () => {
    const written = (metadata: string) =>
      `declare const rooms: Rooms["Service"]\nrooms.create({ metadata: ${metadata} })`
    assert.includeMembers(editor.completions(written("{ | }")), [
      "title",
      "hostWallets",
      "hosts",
      "roomType",
      "meetingLink"
    ])
    assert.deepStrictEqual(editor.problems(written('{ title: "Stand-up", team: { size: 3 } }')), [])
  })

  it("completes the well-known keys of metadata that is read, none of which has a type that is promised", () => {
    const read = "declare const metadata: import('@effect-rooms/core').Metadata\n"
    assert.includeMembers(editor.completions(`${read}metadata.|`), ["title", "displayName"])
    assert.deepStrictEqual(editor.problems(`${read}const title: string = metadata.title`), [
      "Type 'unknown' is not assignable to type 'string'."
    ])
  })

  it("names what a program lacks in a line, if a layer is missing", () => {
    const program = (layer: string) =>
      `Effect.runPromise(Rooms.use((rooms) => rooms.page()).pipe(Effect.provide(${layer})))`
    const [problem = ""] = editor.problems(program("RoomsHttp.layerConfig()"))
    assert.match(problem, /'Effect<RoomsPage, [^{}]*, HttpClient>'/)
    assert.include(problem, "Type 'HttpClient' is not assignable to type 'never'.")
    assert.isBelow(problem.length, 450)
    assert.deepStrictEqual(editor.problems(program("RoomsHttp.layerConfigFetch()")), [])
  })

  it.each([
    ["Room", "rooms.stream()", "Stream<Room, "],
    ["Session", "sessions.stream(roomId)", "Stream<Session, "],
    ["RoomSession", "sessions.streamAll()", "Stream<RoomSession, "],
    ["Participant", "sessions.participants(sessionId)", "Effect<readonly Participant[], "],
    ["RoomDetails", "rooms.get(roomId)", "Effect<RoomDetails, "],
    ["PresenceEvent", "live.watch(roomId)", "Stream<PresenceEvent, "],
    ["Recording", "recordings.stream()", "Stream<Recording, "]
  ])("writes %s as one word", (_, call, type) => {
    const program = [
      'declare const rooms: Rooms["Service"], sessions: Sessions["Service"], live: LiveRooms["Service"]',
      'declare const recordings: Recordings["Service"]',
      'declare const roomId: import("@effect-rooms/core").RoomId, sessionId: import("@effect-rooms/core").SessionId',
      `const wrong: string = ${call}`
    ].join("\n")
    assert.include(editor.problems(program)[0], type)
  })
})
