/** The command, from start to exit. */
import { cpSync, existsSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { built, root } from "../src/Build.ts"
import { atMost, type Case, failuresOf } from "../src/Case.ts"
import { type CommandLine, runCommand } from "../src/Command.ts"
import { interleaved } from "../src/Interleaved.ts"
import { peakMegabytes, wallMillis } from "../src/Sample.ts"
import { at } from "../src/Scale.ts"
import { withServer } from "../src/Server.ts"

/** Copies the built command, so that a rebuild can't change it between two runs. */
const copyRooms = (): string => {
  const source = join(root, "../packages/cli/build")
  if (!existsSync(join(source, "rooms.js")))
    throw new Error("the command isn't built: pnpm --filter @effect-rooms/cli build")
  const directory = join(root, "build/rooms")
  cpSync(source, directory, { recursive: true })
  return join(directory, "rooms.js")
}

const bundleCommander = () =>
  build({
    absWorkingDir: root,
    entryPoints: { commander: "programs/start/commander.ts", commanderFetch: "programs/start/commanderFetch.ts" },
    outdir: join(root, "build/start"),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning"
  })

const nothing = "node -e 0"

export const start: Case = {
  title: "The command",
  measured:
    "Wall time of the whole process, compared with `node -e 0`, and peak memory in a separate run. The output is discarded. The commander program is bundled and minified like `rooms`; the oclif program is loaded from its package, as in oclif's template. Every command runs once beforehand, which fills the compile cache if there is one.",
  notMeasured: "The very first run after an install, and the startup of a shell or npx.",
  run: async (scale) => {
    const rooms = copyRooms()
    await bundleCommander()
    const cache = join(root, "build/compile-cache")
    return withServer(
      built("servers/plain"),
      { rooms: 40, sessionsPerRoom: 0, latencyMillis: 0, peers: false },
      async ({ url }) => {
        const env = { ROOMS_BASE_URL: url, ROOMS_API_KEY: "dev" }
        const commands: Readonly<Record<string, CommandLine>> = {
          [nothing]: { args: ["-e", "0"] },
          "rooms --version": { args: [rooms, "--version"] },
          "rooms list --fake": { args: [rooms, "list", "--fake"] },
          "rooms list": { args: [rooms, "list"], env },
          "commander, hello world": { args: [built("start/commander")] },
          "commander, hello world, compile cache": {
            args: [built("start/commander")],
            env: { NODE_COMPILE_CACHE: cache }
          },
          "commander, fetch": { args: [built("start/commanderFetch")], env },
          "commander, fetch, compile cache": {
            args: [built("start/commanderFetch")],
            env: { ...env, NODE_COMPILE_CACHE: cache }
          },
          "oclif, hello world": { args: [join(root, "programs/start/oclif/run.js"), "greet"] }
        }
        const contenders = Object.entries(commands).map(([name, command]) => ({ name, run: () => runCommand(command) }))
        const warmUp = await interleaved(contenders, 1)
        const rounds = await interleaved(
          contenders.filter(({ name }) => !warmUp.failures.has(name)),
          at(scale, 1, 15, 31)
        )
        const ours = ["rooms --version", "rooms list --fake", "rooms list"]
        const targets = [2.7, 4, 4.7]
        return {
          tables: [
            {
              title: "From start to exit",
              columns: ["command", "wall ms", "vs. node -e 0", "peak MB"],
              rows: rounds.names.map((name) => [
                name,
                rounds.median(name, wallMillis),
                rounds.ratio(name, nothing, wallMillis),
                rounds.median(name, peakMegabytes)
              ])
            }
          ],
          targets: [
            ...ours.map((name, index) =>
              atMost(
                targets[index] ?? Number.NaN,
                `${name}: wall time compared with node -e 0`,
                rounds.ratio(name, nothing, wallMillis)
              )
            ),
            atMost(
              85,
              "rooms: peak memory in MB, the largest of the three commands",
              Math.max(...ours.map((name) => rounds.median(name, peakMegabytes)))
            )
          ],
          failures: [...failuresOf("start", warmUp.failures), ...failuresOf("start", rounds.failures)]
        }
      }
    )
  }
}
