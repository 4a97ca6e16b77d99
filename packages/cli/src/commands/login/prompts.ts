/**
 * The questions of `rooms login`, on stderr. The key isn't shown while it is typed.
 *
 * @module
 */
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import { checkOptions } from "@effect-rooms/http-client/unstable"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import type { Profile } from "../../connection/profiles/profilesFile.ts"
import { withScheme } from "../../connection/scheme.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { note } from "../../output/streams.ts"
import { TerminalSize } from "../../terminal/TerminalSize.ts"

/** The answers that are known before the first question. */
export interface Known {
  readonly baseUrl: Option.Option<string>
  /** The default of the base URL. */
  readonly defaultUrl: Option.Option<string>
  readonly allowInsecure: boolean
}

/** Escape doesn't quit: it is pressed by accident, and other keys send sequences that start with it. */
const isQuit = ({ key }: Terminal.UserInput) => key.ctrl && (key.name === "c" || key.name === "d")

const layerTerminal = Layer.effect(
  Terminal.Terminal,
  Effect.gen(function* () {
    const terminal = yield* NodeTerminal.make(isQuit)
    const stdio = yield* Stdio.Stdio
    const measure = yield* TerminalSize
    return Terminal.make({
      ...terminal,
      columns: Effect.sync(() => measure("stderr").columns),
      rows: Effect.sync(() => measure("stderr").rows),
      display: (text) => Stream.run(Stream.make(text), stdio.stderr({ endOnDone: false }))
    })
  })
)

const someKey = Redacted.make("some-key")
const someUrl = "https://rooms.example.com"

/** Returns the problem with a base URL, as the end of a sentence about it. */
const problemOfUrl = (baseUrl: string, allowInsecure: boolean): Option.Option<string> => {
  const meant = withScheme(baseUrl)
  return meant === undefined
    ? problemOf({ baseUrl, apiKey: someKey, allowInsecure })
    : Option.some(`has no scheme; did you mean ${meant}?`)
}

const problemOf = (options: Profile & { readonly allowInsecure: boolean }) =>
  Option.map(Result.getFailure(checkOptions(options)), ({ problem }) =>
    problem.replace("allowInsecure", "--allow-insecure")
  )

const validated =
  (problem: (text: string) => Option.Option<string>) =>
  (text: string): Effect.Effect<string, string> =>
    Option.match(problem(text.trim()), {
      onNone: () => Effect.succeed(text.trim()),
      onSome: (problem) => Effect.fail(`it ${problem}`)
    })

const askForUrl = ({ allowInsecure, defaultUrl }: Known) =>
  Prompt.String({
    message: "Base URL of the service",
    default: Option.getOrElse(defaultUrl, () => ""),
    validate: validated((baseUrl) => problemOfUrl(baseUrl, allowInsecure))
  })

const askForKey = Prompt.Hidden({
  message: "API key (not shown)",
  validate: validated((key) => problemOf({ baseUrl: someUrl, apiKey: Redacted.make(key), allowInsecure: false }))
})

const eraseBelow = "\u001b[J"

const notAsked = new UsageError({
  problem: "`rooms login` needs a terminal for its questions: use --base-url and --api-key-stdin instead",
  hint: "rooms login --base-url https://rooms.example.com --api-key-stdin < file"
})

/** Asks for the missing answers. Quitting at a question interrupts the command. */
export const askForProfile = Effect.fnUntraced(function* (
  known: Known
): Effect.fn.Return<Profile, UsageError, FileSystem.FileSystem | Stdio.Stdio> {
  const stdio = yield* Stdio.Stdio
  if (!(yield* stdio.stdinIsTerminal) || !(yield* stdio.stderrIsTerminal)) return yield* notAsked
  // One prompt, so that pasted text can answer both questions.
  const asked = Option.match(known.baseUrl, {
    onNone: () =>
      Prompt.flatMap(askForUrl(known), (baseUrl) => Prompt.map(askForKey, (apiKey) => ({ baseUrl, apiKey }))),
    onSome: (baseUrl) => Prompt.map(askForKey, (apiKey) => ({ baseUrl, apiKey }))
  })
  return yield* Prompt.run(asked).pipe(
    Effect.provide(Layer.merge(layerTerminal, Path.layer)),
    // The line below the question may show the problem with an answer.
    Effect.catchTag("QuitError", () =>
      Effect.andThen(Effect.ignore(note(`\n${eraseBelow}nothing was saved`)), Effect.interrupt)
    )
  )
})
