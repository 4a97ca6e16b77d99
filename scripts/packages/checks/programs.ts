/** Programs of a stranger, run from the installed packages on every runtime that can be had. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Consumer } from "../Consumer.ts"
import { moduleEntryPoints } from "../EntryPoint.ts"
import { filesIn } from "../Packed.ts"
import type { Report } from "../Report.ts"
import { type Runtime, runtimes } from "../Runtime.ts"
import { roomCount, roomsCommand } from "../Service.ts"
import { type Ran, readManifest, run } from "../Workspace.ts"

/** What the portable program counts wherever it runs. */
export const counted = JSON.stringify({ fetch: roomCount, missing: "RoomNotFound", promise: roomCount, fake: 7 })

/** What is wrong with a run that should have written `expected` as its last line. */
export const outputProblems = ({ status, stderr, stdout }: Ran, expected: string): ReadonlyArray<string> => {
  const lines = stdout.trim().split("\n")
  return status === 0 && lines.at(-1) === expected
    ? []
    : [`it ended with ${status} and wrote\n${stdout}${stderr}\ninstead of ${expected}`]
}

/** Every internal module that is there, as a program would name it. */
const internalSpecifiers = ({ packages }: Consumer): ReadonlyArray<string> =>
  packages.flatMap(({ folder, name }) =>
    filesIn(folder)
      .filter((file) => /^(dist|src)\/internal\/.+\.(js|ts)$/.test(file) && !file.endsWith(".d.ts"))
      .flatMap((file) => {
        const module = file.replace(/^(dist|src)\//, "").replace(/\.(js|ts)$/, "")
        return [`${name}/${module}`, `${name}/${module}.js`, `${name}/${file}`]
      })
  )

export const blockedProblems = async (node: string, consumer: Consumer): Promise<ReadonlyArray<string>> => {
  // Of each package one that is exported, to show that the question is a good one.
  const exported = consumer.packages.flatMap((packed) =>
    moduleEntryPoints(packed)
      .slice(0, 1)
      .map(({ specifier }) => specifier)
  )
  const specifiers = join(consumer.folder, "internal.json")
  writeFileSync(specifiers, JSON.stringify([...exported, ...internalSpecifiers(consumer)]))
  const ran = await run(node, ["programs/blocked.ts", specifiers], { cwd: consumer.folder })
  return outputProblems(ran, JSON.stringify(exported))
}

const runOnNode = async (report: Report, { command: [node = ""], name }: Runtime, consumer: Consumer) => {
  const cwd = consumer.folder
  report.problems(
    `emulator and http-client/node on ${name}`,
    outputProblems(await run(node, ["programs/node.ts"], { cwd }), '{"node":13,"byPromises":13}')
  )
  report.problems(
    `require() of every library on ${name}`,
    outputProblems(
      await run(node, ["programs/require.cjs"], { cwd }),
      JSON.stringify(["function", "function", "function", "function"])
    )
  )
  const list = await run(node, [roomsCommand(consumer), "list", "--fake", "--all", "--format", "ndjson"], { cwd })
  const rows = list.stdout.trim().split("\n").length
  report.problems(
    `rooms list --fake on ${name}`,
    list.status === 0 && rows === 40 ? [] : [`${rows} rows\n${list.stderr}`]
  )
  report.problems(`internal modules are refused on ${name}`, await blockedProblems(node, consumer))
}

export const checkPrograms = async (report: Report, consumer: Consumer, url: string) => {
  const cwd = consumer.folder
  const bin = await run("npx", ["--no-install", "rooms", "--version"], { cwd })
  const version = readManifest(join(cwd, "node_modules/@effect-rooms/cli")).version
  report.problems(
    "npx rooms --version",
    bin.stdout.includes(version) ? [] : [`${bin.stdout}${bin.stderr}`],
    bin.stdout.trim()
  )
  for (const runtime of runtimes()) {
    if ("why" in runtime) {
      report.skipped(`every program on ${runtime.name}`, runtime.why)
      continue
    }
    const [command = "", ...flags] = runtime.command
    const ran = await run(command, [...flags, "programs/main.ts", url], { cwd })
    report.problems(`rooms over fetch, by promises and of the fake on ${runtime.name}`, outputProblems(ran, counted))
    if (runtime.isNode) await runOnNode(report, runtime, consumer)
  }
}
