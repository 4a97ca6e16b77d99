// The manual page, generated from the help of every command.

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { exitCodeLines } from "./src/failure/exitCodes.ts"
import { helpDocs } from "./src/help/helpDocs.ts"
import { flagEntry, flagGroups, usagesOf } from "./src/help/helpText.ts"

/** Escapes text for roff, where a backslash, a hyphen and a dot at the start of a line mean something else. */
const text = (input) =>
  input
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^([.'])/gm, "\\&$1")

const paragraphs = (input) => input.split("\n\n").map(text).join("\n.PP\n")

const described = (entries) => entries.map(([term, description]) => `.TP\n.B ${text(term)}\n${text(description)}`)

const ownHeading = "FLAGS"

/** The groups of flags that many commands share; the page describes each of them once. */
const sharedGroups = (docs) => {
  const groups = new Map()
  for (const { heading, flags } of docs.flatMap(flagGroups)) {
    if (heading === ownHeading) continue
    const entries = groups.get(heading) ?? new Map()
    // Each command has its own list of fields, which is in its own help.
    for (const [term, description] of flags.map(flagEntry))
      entries.set(term, description.replace(/ The fields are: .*$/, ""))
    groups.set(heading, entries)
  }
  return [...groups].flatMap(([heading, entries]) => [`.SH ${text(heading)}`, ...described([...entries])])
}

const flagsOf = (doc) => {
  const own = flagGroups(doc).filter(({ heading }) => heading === ownHeading)
  return described(own.flatMap(({ flags }) => flags.map(flagEntry)))
}

const examplesOf = (doc) =>
  (doc.examples ?? []).map(
    ({ command, description }) => `.PP\n${text(description ?? "")}:\n.PP\n.RS 4\n.nf\n${text(command)}\n.fi\n.RE`
  )

const section = ({ doc, path }) =>
  [
    `.SH ${text(["rooms", ...path].join(" ").toUpperCase())}`,
    paragraphs(doc.description),
    ...usagesOf(doc).map((usage) => `.PP\n.B ${text(usage)}`),
    ...described((doc.args ?? []).map(({ description, name }) => [name, Option.getOrElse(description, () => "")])),
    ...flagsOf(doc),
    ...examplesOf(doc)
  ].join("\n")

/** The page for a version and its date. */
export const manual = async (version, day) => {
  const [root, ...commands] = await Effect.runPromise(helpDocs())
  const [summary = "", ...rest] = root.doc.description.split("\n\n")
  return [
    `.TH ROOMS 1 "${day}" "rooms ${version}" "User Commands"`,
    `.SH NAME\nrooms \\- ${text(summary.replace(/\.$/, "").toLowerCase())}`,
    `.SH SYNOPSIS\n.B rooms\n.I command\n[arguments] [flags]`,
    `.SH DESCRIPTION\n${paragraphs([summary, ...rest].join("\n\n"))}`,
    ...commands.map(section),
    ...sharedGroups(commands.map(({ doc }) => doc)),
    ".SH ENVIRONMENT",
    ...described([
      ["ROOMS_API_KEY", "The API key."],
      ["ROOMS_BASE_URL", "The URL of the service."],
      ["ROOMS_PROFILE", "The profile to use instead of the current one."],
      [
        "ROOMS_CONFIG_DIR",
        "The folder of the file with the profiles. Default: $XDG_CONFIG_HOME/rooms or ~/.config/rooms"
      ],
      ["NO_COLOR", "If set, no colors are used."],
      ["FORCE_COLOR", "If set, colors are used in pipes as well."],
      ["COLUMNS", "The width of tables on a terminal, if it isn't the terminal's own."]
    ]),
    ".SH EXIT STATUS",
    ...described(exitCodeLines.map((line) => line.split(/ +(.*)/, 2))),
    ""
  ].join("\n")
}
