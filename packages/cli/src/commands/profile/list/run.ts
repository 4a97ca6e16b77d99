/**
 * Runs `rooms profile list`.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { readProfiles, type StoredProfiles } from "../../../connection/profiles/profilesFile.ts"
import { closeFile } from "../../../connection/settings.ts"
import { printList } from "../../../output/print.ts"
import { note } from "../../../output/streams.ts"
import type { ListView } from "../../../output/View.ts"
import { type ProfileListInput, type ProfileRow, profileFields } from "./flags.ts"

const view: ListView<ProfileRow> = {
  key: "profiles",
  empty: "no profiles yet: run rooms login to save one",
  encode: (row) => row,
  fields: profileFields,
  columns: [
    { header: "PROFILE", cell: ({ profile }) => profile },
    {
      header: "CURRENT",
      cell: ({ current }) => (current ? "yes" : "no"),
      color: ({ current }) => (current ? "green" : undefined)
    },
    { header: "BASE URL", cell: ({ baseUrl }) => baseUrl, cut: "text" }
  ]
}

const rowsOf = ({ byName, current }: StoredProfiles): ReadonlyArray<ProfileRow> =>
  Array.from(byName, ([profile, { baseUrl }]) => ({
    profile,
    baseUrl,
    current: Option.contains(current, profile)
  })).sort((a, b) => (a.profile < b.profile ? -1 : 1))

export const run = Effect.fnUntraced(function* (input: ProfileListInput) {
  const stored = yield* readProfiles()
  yield* printList(Stream.fromIterable(Option.match(stored, { onNone: () => [], onSome: rowsOf })), input, view)
  if (Option.isSome(stored) && stored.value.isOpen) yield* note(`warning: ${closeFile(stored.value.path)}`)
}, Effect.provide(NodeFileSystem.layer))
