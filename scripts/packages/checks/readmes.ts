/**
 * Follows the READMEs and Getting started in an empty folder, command by command, with the packed packages. The rules are those
 * of the documents' own checks: see `docs/README.md`.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { followDocuments } from "../../../docs/src/follow.ts"
import type { Consumer } from "../Consumer.ts"
import { type Registry, withRegistry } from "../Registry.ts"
import type { Report } from "../Report.ts"
import { runtimes } from "../Runtime.ts"
import { mustRun } from "../Workspace.ts"

/**
 * Returns an environment in which npm asks `registry` for our packages, and the registry of this machine for all others.
 */
const npmEnvironment = async (folder: string, registry: Registry): Promise<Readonly<Record<string, string>>> => {
  const passed = /^(npm_config_.*|NODE_EXTRA_CA_CERTS|SSL_CERT_.*|(https?|no)_proxy)$/i
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name))
  const args = ["config", "get", "registry", "userconfig", "cache", "--loglevel=error"]
  const found = [...(await mustRun("npm", args, { cwd: folder })).matchAll(/^(\w+)=(.+)$/gm)]
  const settings = join(folder, "npmrc")
  writeFileSync(settings, `@effect-rooms:registry=${registry.url}\n`)
  return {
    ...Object.fromEntries(kept.map(([name, value = ""]) => [name, value])),
    ...Object.fromEntries(found.map(([, name, value = ""]) => [`npm_config_${name}`, value])),
    npm_config_globalconfig: settings,
    // npm's own notices change from day to day.
    npm_config_fund: "false",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error"
  }
}

const oldestNode = () => runtimes().flatMap((runtime) => ("command" in runtime && runtime.isNode ? [runtime] : []))[0]

export const checkReadmes = async (report: Report, { packages }: Consumer, folder: string) => {
  if (process.platform === "win32") {
    report.skipped("the READMEs, followed in an empty folder", "their commands are typed into bash")
    return
  }
  await withRegistry(packages, async (registry) => {
    const npm = await npmEnvironment(folder, registry)
    const tarballs = packages.map(({ tarball }) => tarball)
    const follow = (name: string, node: string, isChosen?: (path: string) => boolean) => {
      const place = join(folder, "followed", name)
      mkdirSync(place, { recursive: true })
      return followDocuments({ folder: place, tarballs, node, npm }, isChosen)
    }
    for (const { commands, path, problems } of await follow("newest", process.execPath)) {
      report.problems(`${path}, followed in an empty folder`, problems, `${commands} commands`)
    }
    const oldest = oldestNode()
    if (oldest !== undefined) {
      const [node = process.execPath] = oldest.command
      const [readme] = await follow("oldest", node, (path) => path === "README.md")
      report.problems(`README.md, followed on ${oldest.name}`, readme?.problems ?? ["it was not found"])
    }
    const elsewhere = packages.filter(({ name }) => !registry.asked.has(name))
    report.problems(
      "every packed package is installed by a README",
      elsewhere.map(({ name }) => `no README installs ${name}`)
    )
  })
}
