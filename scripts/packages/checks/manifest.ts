/** The package.json of a packed package, as far as publint doesn't check it. */
import type { Packed } from "../Packed.ts"
import { catalogVersion } from "../Workspace.ts"

const versionKinds = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"] as const

/** Packages that a program must share with us, because what we export has their types or services in it. */
const shared = ["effect", "@effect/vitest", "vitest"]

/** Everything that npm may install along with our packages. */
const allowedDependencies = ["undici", "@effect/sql-pg"]

export const manifestProblems = ({ manifest }: Packed): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const expect = (isSo: boolean, otherwise: string) => {
    if (!isSo) problems.push(otherwise)
  }
  expect(manifest.type === "module", `type isn't "module"`)
  expect(JSON.stringify(manifest.sideEffects) === "[]", "sideEffects isn't []: bundlers would keep unused modules")
  expect(manifest.license === "MIT", "license isn't MIT")
  expect((manifest.description ?? "") !== "", "it has no description")
  expect(manifest.publishConfig?.access === "public", "publishConfig.access isn't public: the first publish would fail")
  expect(manifest.publishConfig?.provenance === true, "publishConfig.provenance isn't true")
  for (const hook of ["preinstall", "install", "postinstall", "prepare"]) {
    expect(manifest.scripts?.[hook] === undefined, `it runs ${hook} on the user's machine`)
  }
  for (const kind of versionKinds) {
    for (const [name, range] of Object.entries(manifest[kind] ?? {})) {
      expect(!/^(workspace|catalog|link|file):/.test(range), `${kind}: ${name}@${range} only works in this workspace`)
      const isOurs = name.startsWith("@effect-rooms/")
      expect(!isOurs || range === `^${manifest.version}`, `${kind}: ${name}@${range} isn't ^${manifest.version}`)
    }
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    expect(range.startsWith("^"), `dependencies: ${name}@${range} allows only one version`)
    expect(!shared.includes(name), `dependencies: ${name} must be a peer dependency, or a program gets it twice`)
    const isAllowed = name.startsWith("@effect-rooms/") || allowedDependencies.includes(name)
    expect(isAllowed, `dependencies: ${name} is new; checks/manifest.ts lists what may come along`)
  }
  for (const [name, range] of Object.entries(manifest.peerDependencies ?? {})) {
    const tested = catalogVersion(name)
    const [major] = tested.split(".")
    const isTested = range === `^${tested}` || range === `^${major}.0.0`
    expect(isTested, `peerDependencies: ${name}@${range} is neither ^${tested}, which the tests use, nor ^${major}.0.0`)
  }
  return problems
}
