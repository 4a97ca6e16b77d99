// Runs a script of this workspace on a machine that only has npm and Node 18 or later. npx downloads pnpm, and the installation
// includes the Node that everything else runs on.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const script = process.argv[2]

const fail = (reason) => {
  console.error(`\neffect-rooms: ${reason}`)
  process.exit(1)
}

if (Number(process.versions.node.split(".")[0]) < 18) {
  fail(`Node ${process.versions.node} is too old; install Node 18 or later.`)
}

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

const env = { ...process.env }
env.TURBO_TELEMETRY_DISABLED ??= "1"

const pnpm = (args, reason) => {
  console.log(`\n> pnpm ${args.join(" ")}`)
  const { error, signal, status } = spawnSync("npx", ["--yes", packageManager, ...args], {
    cwd: root,
    env,
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  if (error !== undefined) fail(`can't run npx (${error.message}), which is part of npm.`)
  if (signal !== null) process.exit(130)
  if (status !== 0) fail(reason)
}

pnpm(
  ["install", "--frozen-lockfile"],
  `the installation failed (see above). Does "npm ping" reach the registry? Is pnpm-lock.yaml unchanged?`
)
pnpm(["run", script], `"pnpm ${script}" failed; see the first error above.`)
