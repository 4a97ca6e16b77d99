/** The report of a package's public declarations, as it is committed, and what two of them differ in. */
import type { Api } from "./Declarations.ts"

const intro = (name: string) => `# ${name}

The public declarations. Written by \`pnpm packages -- --update-api\` from the packed package; CI fails where it is not what the code exports.
`

const fence = "```"

export const printApi = (name: string, api: Api): string =>
  [
    intro(name),
    ...[...api].flatMap(([entry, names]) => [
      `## ${entry}\n`,
      ...[...names].map(([key, text]) =>
        !/^(from|namespace|could not) /.test(text.replace(":", " "))
          ? `### ${key}\n\n${fence}ts\n${text}\n${fence}\n`
          : `### ${key}\n\n${text}\n`
      )
    ])
  ].join("\n")

/** What a report says, by entry point and name. */
export const parseApi = (report: string): Api =>
  new Map(
    report
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [heading = "", ...rest] = section.split("\n")
        const names = rest
          .join("\n")
          .split(/^### /m)
          .slice(1)
          .map((part) => {
            const [name = "", ...lines] = part.split("\n")
            const text = lines
              .filter((line) => !line.startsWith(fence))
              .join("\n")
              .trim()
            return [name, text] as const
          })
        return [heading, new Map(names)] as const
      })
  )

export interface Change {
  readonly kind: "added" | "removed" | "changed"
  readonly entry: string
  readonly name: string
  readonly before: string
  readonly after: string
}

/** What `after` has that `before` has not, and the other way round. */
export const changesOf = (before: Api, after: Api): ReadonlyArray<Change> =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((entry) => {
    const old = before.get(entry)
    const now = after.get(entry)
    return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((name): ReadonlyArray<Change> => {
      const was = old?.get(name)
      const is = now?.get(name)
      if (was === is) return []
      const kind = was === undefined ? "added" : is === undefined ? "removed" : "changed"
      return [{ kind, entry, name, before: was ?? "", after: is ?? "" }]
    })
  })

/** The lines of a text that are not those of another at its beginning and at its end, with a line of each side around them. */
const middles = (
  before: string,
  after: string
): readonly [ReadonlyArray<string>, ReadonlyArray<string>, isWhole: boolean] => {
  const old = before.split("\n")
  const now = after.split("\n")
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start++
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  const cut = (lines: ReadonlyArray<string>) => lines.slice(start, lines.length - end)
  return [cut(old), cut(now), start + end === 0]
}

const prefixed = (prefix: string, lines: ReadonlyArray<string>) => lines.map((line) => `  ${prefix} ${line}`)

export const printChange = ({ after, before, entry, kind, name }: Change): string => {
  const title = `${kind}: ${name} of ${entry}`
  if (kind === "added") return [title, ...prefixed("+", after.split("\n"))].join("\n")
  if (kind === "removed") return [title, ...prefixed("-", before.split("\n"))].join("\n")
  const [old, now, isWhole] = middles(before, after)
  const dots = isWhole ? [] : ["    …"]
  return [title, ...dots, ...prefixed("-", old), ...prefixed("+", now), ...dots].join("\n")
}
