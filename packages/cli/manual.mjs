// The manual page, written from the help of every command, so that it says what --help says.

import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { rooms } from "./src/Cli.ts"
import * as Platform from "./src/Platform.ts"

/** The help of a command and of all behind it, in the order of the help. */
const helpOf = async (path) => {
  const docs = []
  const presenter = {
    present: (event) => Effect.sync(() => event._tag === "Help" && docs.push(event.helpDoc))
  }
  await Effect.runPromise(
    Command.runWith(rooms, { version: "" })([...path, "--help"]).pipe(
      Effect.ignore,
      Effect.provideService(CliOutput.Presenter, presenter),
      Effect.provide(Platform.layer)
    )
  )
  const [doc] = docs
  if (doc === undefined) throw new Error(`rooms ${path.join(" ")} --help says nothing`)
  const behind = []
  for (const { commands } of doc.subcommands ?? [])
    for (const { name } of commands) behind.push(...(await helpOf([...path, name])))
  return [{ path, doc }, ...behind]
}

/** Text of roff: a backslash, a hyphen and a dot at the start of a line mean something else there. */
const text = (input) =>
  input
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^([.'])/gm, "\\&$1")

const paragraphs = (input) => input.split("\n\n").map(text).join("\n.PP\n")

const described = (entries) => entries.map(([term, description]) => `.TP\n.B ${text(term)}\n${text(description)}`)

const flagsOf = (doc) =>
  described(
    doc.flags.map(({ aliases, description, name, type }) => [
      [`--${name}`, ...aliases].join(", ") + (type === "boolean" ? "" : ` <${type}>`),
      Option.getOrElse(description, () => "")
    ])
  )

const examplesOf = (doc) =>
  (doc.examples ?? []).map(
    ({ command, description }) => `.PP\n${text(description ?? "")}:\n.PP\n.RS 4\n.nf\n${text(command)}\n.fi\n.RE`
  )

const section = ({ doc, path }) =>
  [
    `.SH ${text(["rooms", ...path].join(" ").toUpperCase())}`,
    paragraphs(doc.description),
    `.PP\n.B ${text(doc.usage)}`,
    ...described((doc.args ?? []).map(({ description, name }) => [name, Option.getOrElse(description, () => "")])),
    ...flagsOf(doc),
    ...examplesOf(doc)
  ].join("\n")

/** The page, for a version and the day that it is of. */
export const manual = async (version, day) => {
  const [root, ...commands] = await helpOf([])
  const [summary = "", ...rest] = root.doc.description.split("\n\n")
  return [
    `.TH ROOMS 1 "${day}" "rooms ${version}" "User Commands"`,
    `.SH NAME\nrooms \\- ${text(summary.replace(/\.$/, "").toLowerCase())}`,
    `.SH SYNOPSIS\n.B rooms\n.I command\n[arguments] [flags]`,
    `.SH DESCRIPTION\n${paragraphs([summary, ...rest].join("\n\n"))}`,
    ...commands.map(section),
    ".SH ENVIRONMENT",
    ...described([
      ["ROOMS_API_KEY", "The API key."],
      ["ROOMS_BASE_URL", "Where the service is."],
      ["NO_COLOR", "Set to anything, no colour is used."]
    ]),
    ""
  ].join("\n")
}
