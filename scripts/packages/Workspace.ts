/** Reads the workspace, and runs commands in it. */
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../..", import.meta.url))

/** The parts of a package.json that the checks use. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly license?: unknown
  readonly type?: string
  readonly description?: string
  readonly sideEffects?: unknown
  readonly exports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
  readonly repository?: unknown
  readonly engines?: Readonly<Record<string, string>>
  readonly publishConfig?: {
    readonly access?: string
    readonly provenance?: boolean
    readonly exports?: Readonly<Record<string, unknown>>
  }
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export const readJson = <A>(path: string): A => JSON.parse(readFileSync(path, "utf8"))

export const readManifest = (folder: string) => readJson<Manifest>(join(folder, "package.json"))

/** Returns the folders of the published packages. */
export const packageFolders = (): ReadonlyArray<string> =>
  readdirSync(join(root, "packages"))
    .map((name) => join(root, "packages", name))
    .filter((folder) => readManifest(folder).private !== true)

/** Returns the version of a package in the workspace's catalog. */
export const catalogVersion = (name: string): string => {
  const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
  const version = new RegExp(`^ {2}"?${name}"?: (\\S+)$`, "m").exec(workspace)?.[1]
  if (version === undefined) throw new Error(`the catalog of pnpm-workspace.yaml has no ${name}`)
  return version
}

/** Returns the version of every package that the lockfile has in one version only. */
export const lockedVersions = (): ReadonlyMap<string, string> => {
  const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
  const [, packages = ""] = /^packages:$([\s\S]*?)^snapshots:$/m.exec(lockfile) ?? []
  const versions = new Map<string, string | undefined>()
  for (const [, name = "", version = ""] of packages.matchAll(/^ {2}'?(@?[^@'\s]+)@([^:'(\s]+)'?:$/gm)) {
    versions.set(name, versions.has(name) ? undefined : version)
  }
  return new Map([...versions].flatMap(([name, version]) => (version === undefined ? [] : [[name, version] as const])))
}

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMillis?: number
}

/** Runs a command and waits for it. A command that doesn't exist has the status 127. */
export const run = (command: string, args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  new Promise((resolve) => {
    const isWindows = process.platform === "win32"
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      // On Windows npm and npx are scripts, which only a shell can run.
      shell: isWindows && !command.includes("\\"),
      timeout: options.timeoutMillis ?? 120_000
    })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text
    })
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text
    })
    child.on("error", (error) => resolve({ status: 127, stdout, stderr: `${stderr}${error.message}` }))
    child.on("close", (status) => resolve({ status, stdout, stderr }))
  })

/** Runs the workspace's pnpm through npx, and keeps it from installing anything on the way. */
export const pnpm = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  run(
    "npx",
    ["--yes", readJson<{ readonly packageManager: string }>(join(root, "package.json")).packageManager, ...args],
    {
      ...options,
      env: { ...options.env, pnpm_config_verify_deps_before_run: "false" }
    }
  )

/** Runs a command and returns its output, or throws unless it succeeds. */
export const mustRun = async (command: string, args: ReadonlyArray<string>, options: RunOptions): Promise<string> => {
  const { status, stderr, stdout } = await run(command, args, options)
  if (status === 0) return stdout
  throw new Error(`${[command, ...args].join(" ")} ended with ${status}\n${stdout}${stderr}`)
}

/** Builds the packages, unless turbo runs this and has built them already. */
export const build = async (): Promise<void> => {
  if (process.env.TURBO_HASH !== undefined) return
  const args = ["exec", "turbo", "run", "build", "--filter=./packages/*", "--output-logs=errors-only"]
  const { status, stderr, stdout } = await pnpm(args, { cwd: root, timeoutMillis: 600_000 })
  if (status !== 0) throw new Error(`the packages couldn't be built\n${stdout}${stderr}`)
}
