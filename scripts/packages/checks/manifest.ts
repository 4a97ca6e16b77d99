/** What a package says of itself: its package.json as it is published, beside the one of the workspace. */
import type { Packed } from "../Packed.ts"
import { catalogVersion, readManifest } from "../Workspace.ts"

const versionKinds = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"] as const

/** Packages that a program and we must have the same copy of: a type or a service of theirs is in what we export. */
const shared = ["effect", "@effect/vitest", "vitest"]

/** The target in `dist` of what the workspace has in `src`; everything else is as it is. */
const publishedTarget = (target: unknown): unknown => {
  const module = typeof target === "string" ? /^\.\/src\/(.+)\.ts$/.exec(target)?.[1] : undefined
  return module === undefined ? target : { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` }
}

const exportsProblems = (published: Packed["manifest"], source: Packed["manifest"]): ReadonlyArray<string> => {
  const expected = Object.entries(source.exports ?? {}).map(([key, target]) => [key, publishedTarget(target)] as const)
  const wanted = JSON.stringify(expected, null, 1)
  const found = JSON.stringify(Object.entries(published.exports ?? {}), null, 1)
  return wanted === found
    ? []
    : [`its published exports are not those of the workspace, which publish as\n${wanted}\nand not as\n${found}`]
}

export const manifestProblems = ({ manifest, source }: Packed): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const workspace = readManifest(source)
  const expect = (isSo: boolean, otherwise: string) => {
    if (!isSo) problems.push(otherwise)
  }
  expect(manifest.type === "module", `type is not "module"`)
  expect(
    JSON.stringify(manifest.sideEffects) === "[]",
    "sideEffects is not []: bundlers would keep what nobody imports"
  )
  expect(manifest.license === "MIT", "license is not MIT")
  expect((manifest.description ?? "") !== "", "it has no description")
  expect(
    manifest.publishConfig?.access === "public",
    "publishConfig.access is not public: the first publish would fail"
  )
  expect(
    manifest.publishConfig?.provenance === true,
    "publishConfig.provenance is not true: nobody could see where it was built"
  )
  for (const hook of ["preinstall", "install", "postinstall", "prepare"]) {
    expect(manifest.scripts?.[hook] === undefined, `it runs ${hook} on the machine of whoever installs it`)
  }
  for (const kind of versionKinds) {
    for (const [name, range] of Object.entries(manifest[kind] ?? {})) {
      expect(
        !/^(workspace|catalog|link|file):/.test(range),
        `${kind}: ${name}@${range} means nothing outside of the workspace`
      )
      const isOurs = name.startsWith("@effect-rooms/")
      expect(!isOurs || range === `^${manifest.version}`, `${kind}: ${name}@${range} is not ^${manifest.version}`)
    }
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    expect(range.startsWith("^"), `dependencies: ${name}@${range} lets a program share no other version`)
    expect(!shared.includes(name), `dependencies: ${name} has to be a peer, or a program has it twice`)
  }
  for (const [name, range] of Object.entries(manifest.peerDependencies ?? {})) {
    const tested = catalogVersion(name)
    const [major] = tested.split(".")
    expect(
      range === `^${tested}` || range === `^${major}.0.0`,
      `peerDependencies: ${name}@${range} is neither ^${tested}, which is tested, nor all of ${major}`
    )
  }
  return [...problems, ...exportsProblems(manifest, workspace)]
}
