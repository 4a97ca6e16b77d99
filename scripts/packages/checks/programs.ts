/** Runs a user's programs with the installed packages on every available runtime. */
import { join } from "node:path"
import type { Consumer } from "../Consumer.ts"
import type { Report } from "../Report.ts"
import { type Runtime, runtimes } from "../Runtime.ts"
import { roomCount, roomsCommand } from "../Service.ts"
import { type Ran, readManifest, run } from "../Workspace.ts"

/** The output of the portable program on every platform. */
export const counted = JSON.stringify({ fetch: roomCount, missing: "RoomNotFound", promise: roomCount, fake: 7 })

/** Returns a problem unless a run succeeded and printed `expected` as its last line. */
export const outputProblems = ({ status, stderr, stdout }: Ran, expected: string): ReadonlyArray<string> => {
  const lines = stdout.trim().split("\n")
  return status === 0 && lines.at(-1) === expected
    ? []
    : [`it ended with ${status} and wrote\n${stdout}${stderr}\ninstead of ${expected}`]
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
    report.problems(
      `rooms over fetch, with promises and from the fake on ${runtime.name}`,
      outputProblems(ran, counted)
    )
    if (runtime.isNode) await runOnNode(report, runtime, consumer)
  }
}
