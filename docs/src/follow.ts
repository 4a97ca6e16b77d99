/**
 * Follows documents in empty folders, for the check of the packed packages.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { formatProblem, readDocuments } from "./Document.ts"
import { type EmptyFolder, followDocument, isFollowedInEmptyFolder, isPackageReadme } from "./emptyFolder.ts"
import { freeAddresses, layerService } from "./Session.ts"
import type { Verdict } from "./Verdict.ts"

/** A document that was followed. */
export interface Followed {
  /** From the top of the repository. */
  readonly path: string
  readonly problems: ReadonlyArray<string>
  /** How many commands were typed. */
  readonly commands: number
}

const describe = (verdict: Verdict): string => {
  const message = formatProblem(verdict)
  if (verdict.output === undefined) return message
  return `${message}\nexpected:\n${verdict.output.expected}\nprinted:\n${verdict.output.actual}`
}

const follow = Effect.fnUntraced(function* (
  document: Parameters<typeof followDocument>[0],
  place: Omit<EmptyFolder, "addresses">
) {
  const { commands, verdicts } = yield* followDocument(document, { ...place, addresses: yield* freeAddresses })
  const followed: Followed = { path: document.path, problems: verdicts.map(describe), commands }
  return followed
}, Effect.provide(layerService))

/** Follows every document that can be followed in an empty folder; each gets a folder below `place.folder`. */
export const followDocuments = (
  place: Omit<EmptyFolder, "addresses">,
  isChosen: (path: string) => boolean = () => true
): Promise<ReadonlyArray<Followed>> => {
  const documents = readDocuments()
    .filter((document) => isFollowedInEmptyFolder(document) || isPackageReadme(document))
    .filter(({ path }) => isChosen(path))
  return Effect.forEach(
    documents,
    (document) => {
      const folder = join(place.folder, document.path.replaceAll("/", "-"))
      mkdirSync(folder, { recursive: true })
      return follow(document, { ...place, folder }).pipe(
        // A README that can't be followed is a problem of that README, and doesn't stop the others.
        Effect.catchDefect((defect) => {
          const followed: Followed = { path: document.path, problems: [String(defect)], commands: 0 }
          return Effect.succeed(followed)
        })
      )
    },
    { concurrency: 3 }
  ).pipe(Effect.provide(NodeServices.layer), Effect.runPromise)
}
