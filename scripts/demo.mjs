// Runs the demo: an emulator on a free port, and the command that sends it HTTP requests.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const rooms = fileURLToPath(new URL("../packages/cli/build/rooms.js", import.meta.url))
const apiKey = "demo-key"

const fail = (reason) => {
  console.error(`\ndemo: ${reason}`)
  process.exitCode = 1
}

const show = (args) => console.log(`\n$ rooms ${args.join(" ")}`)

/** Runs the command, and returns its exit code and its output on stderr. */
const run = async (args, env, onLine) => {
  const child = spawn(process.execPath, [rooms, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stderr = ""
  child.stderr.on("data", (data) => {
    stderr += data
  })
  const ended = once(child, "close")
  for await (const line of createInterface({ input: child.stdout })) onLine(line)
  const [code] = await ended
  return { code, stderr: stderr.trim() }
}

const start = async () => {
  const args = ["emulator", "start", "--port", "0", "--rooms", "40", "--api-key", apiKey]
  console.log(`$ rooms ${args.join(" ")}`)
  const emulator = spawn(process.execPath, [rooms, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  for await (const line of createInterface({ input: emulator.stdout })) {
    console.log(line)
    const url = /^listening on (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return { emulator, url }
  }
  throw new Error("the emulator ended before it listened; its message is above")
}

const demo = async (url) => {
  const env = { ROOMS_BASE_URL: url, ROOMS_API_KEY: apiKey }
  const began = performance.now()

  let roomCount = 0
  const listRooms = ["list", "--all", "--format", "table"]
  show(listRooms)
  const table = await run(listRooms, env, (line) => {
    console.log(line)
    roomCount++
  })
  if (table.code !== 0) throw new Error(table.stderr)

  const listSessions = ["sessions", "--all-rooms", "--format", "ndjson"]
  show(listSessions)
  let sessionCount = 0
  let running = 0
  let millis = 0
  const perRoom = new Map()
  const sessions = await run(listSessions, env, (line) => {
    const { endTime, roomId, startTime } = JSON.parse(line)
    if (sessionCount < 3) console.log(line)
    sessionCount++
    perRoom.set(roomId, (perRoom.get(roomId) ?? 0) + 1)
    if (endTime === null) running++
    else millis += endTime - startTime
  })
  if (sessions.code !== 0) throw new Error(sessions.stderr)
  console.log(`… and ${sessionCount - 3} more`)

  const rooms = roomCount - 1
  const seconds = ((performance.now() - began) / 1000).toFixed(2)
  console.log(
    `\n${rooms} rooms (${rooms - perRoom.size} never used), ${sessionCount} sessions (${running} running now), ` +
      `${Math.round(millis / 3_600_000)} hours in ended sessions; read over HTTP in ${seconds} s`
  )

  const unknown = ["get", "nope"]
  show(unknown)
  const failed = await run(unknown, env, (line) => console.log(line))
  console.log(`${failed.stderr}\n(exit code ${failed.code}: RoomNotFound)`)
  if (failed.code !== 3) throw new Error(`an unknown room should end with exit code 3, not ${failed.code}`)
}

let started
try {
  started = await start()
  await demo(started.url)
} catch (error) {
  fail(error.message)
} finally {
  if (started !== undefined) {
    const ended = once(started.emulator, "close")
    started.emulator.kill("SIGTERM")
    const [code] = await ended
    console.log(`\nthe emulator has stopped (exit code ${code})`)
  }
}
