// Draws the README's picture of a terminal from a real run: `node scripts/picture.mjs` types commands into a shell in tmux, with the
// built `rooms` and an emulator with a frozen clock, and draws the final screen. It needs tmux and a build.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const fromTop = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const rooms = fromTop("packages/cli/build/rooms.js")
const picture = fromTop("docs/images/session.svg")

/** The commands of the picture. `room` has two people in it. */
const commandsFor = (room) => [
  'rooms create "Stand-up" > created.json',
  "rooms list --limit 6",
  "rooms participants --all-rooms --since 2025-11-01 --format csv > attendance.csv",
  "wc -l < attendance.csv",
  `rooms live ${room}`
]
const size = { columns: 88, rows: 24 }
const prompt = "$ "

/** Lets two people join the second room, ten minutes apart, and returns its id. */
const populate = async (url) => {
  const headers = { "x-api-key": "dev", "content-type": "application/json" }
  const post = async (path, body) => {
    const response = await fetch(`${url}/__emulator/${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const { rooms } = await (await fetch(`${url}/api/v2/sdk/rooms/get-rooms`, { headers })).json()
  const { roomId } = rooms[1]
  for (const displayName of ["Ada", "Grace"]) {
    await post("clock/advance", { millis: 600_000 })
    await post(`rooms/${roomId}/join`, { metadata: { displayName } })
  }
  return roomId
}

/** Returns the final screen, with its escape sequences. */
const runSession = async (env, folder, commands) => {
  const tmux = (...args) =>
    execFileSync("tmux", ["-S", join(folder, "tmux"), "-f", "/dev/null", "-u", ...args], {
      env,
      cwd: folder,
      encoding: "utf8"
    })
  const screen = (...args) => tmux("capture-pane", "-p", ...args).trimEnd()
  const isReady = (text, typed) => {
    const lines = text.split("\n")
    return lines.at(-1) === prompt.trimEnd() && lines.filter((line) => line.startsWith(prompt)).length === typed
  }
  const untilReady = async (typed) => {
    for (let turns = 0; !isReady(screen(), typed); turns++) {
      if (turns > 400) throw new Error(`no prompt after command ${typed}:\n${screen()}`)
      await sleep(50)
    }
  }
  tmux("new-session", "-d", "-x", `${size.columns}`, "-y", `${size.rows}`, "/bin/sh")
  try {
    await untilReady(0)
    for (const [index, command] of commands.entries()) {
      tmux("send-keys", "-l", command)
      tmux("send-keys", "Enter")
      await untilReady(index + 1)
    }
    return screen("-e").replace(/\n[^\n]*$/, "")
  } finally {
    tmux("kill-server")
  }
}

// Readable on a light page and on a dark one, because the picture brings its own background.
const colours = ["#7d8590", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#76e3ea", "#e6edf3"]
const cell = { width: 8.4, height: 19, margin: 20 }

// Not every viewer keeps spaces that follow each other.
const escapeXml = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(" ", "\u00a0")

/** Changes a style by the codes of an SGR sequence: those that the command and tmux use. */
const restyle = (style, codes) => {
  for (const code of codes) {
    if (code === 0) Object.assign(style, plain)
    else if (code === 1) style.weight = "bold"
    else if (code === 2) style.opacity = 0.7
    else if (code === 22) Object.assign(style, { weight: undefined, opacity: undefined })
    else if (code === 39) style.fill = undefined
    else if (code >= 30 && code <= 37) style.fill = colours[code - 30]
    else if (code >= 90 && code <= 97) style.fill = colours[code - 90]
    else if (code !== 49) throw new Error(`the picture knows no SGR ${code}`)
  }
}

const plain = { fill: undefined, weight: undefined, opacity: undefined }

const draw = (text) => {
  const lines = text.split("\n")
  const style = { ...plain }
  const spans = lines.flatMap((line, row) => {
    let column = 0
    return line.split("\u001b[").flatMap((part, index) => {
      const [sequence = "", codes] = index === 0 ? [] : (/^([\d;]*)m/.exec(part) ?? [])
      if (codes !== undefined) restyle(style, codes.split(";").map(Number))
      // Only of ASCII is known how wide it is: what a line has from another character on is as wide as its font makes it.
      return (/^([ -~]*)(.*)$/.exec(part.slice(sequence.length)) ?? []).slice(1).flatMap((shown, isWide) => {
        const attributes = {
          x: (cell.margin + column * cell.width).toFixed(1),
          y: cell.margin + 14 + row * cell.height,
          textLength: isWide === 1 ? undefined : (shown.length * cell.width).toFixed(1),
          fill: style.fill,
          "font-weight": style.weight,
          opacity: style.opacity
        }
        column += shown.length
        if (shown.trim() === "") return []
        const written = Object.entries(attributes).flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}="${value}"`]
        )
        return [`    <text ${written.join(" ")}>${escapeXml(shown)}</text>`]
      })
    })
  })
  const width = Math.round(size.columns * cell.width + 2 * cell.margin)
  const height = lines.length * cell.height + 2 * cell.margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal session with the rooms command">`,
    `  <rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    `  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">`,
    ...spans,
    "  </g>",
    "</svg>",
    ""
  ].join("\n")
}

const folder = mkdtempSync(join(tmpdir(), "picture-"))
const emulator = spawn(
  process.execPath,
  [
    rooms,
    "emulator",
    "start",
    "--port",
    "0",
    "--rooms",
    "12",
    "--seed",
    "2",
    "--clock",
    "2026-01-01T09:00:00Z",
    "--frozen"
  ],
  { stdio: ["ignore", "pipe", "inherit"] }
)
try {
  const [listening] = await once(createInterface({ input: emulator.stdout }), "line")
  writeFileSync(join(folder, "rooms"), `#!/bin/sh\nexec "${process.execPath}" "${rooms}" "$@"\n`, { mode: 0o755 })
  writeFileSync(join(folder, "profile"), `PS1='${prompt}'\n`)
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    ENV: join(folder, "profile"),
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    TZ: "UTC",
    ROOMS_BASE_URL: listening.replace("listening on ", ""),
    ROOMS_API_KEY: "dev"
  }
  writeFileSync(picture, draw(await runSession(env, folder, commandsFor(await populate(env.ROOMS_BASE_URL)))))
} finally {
  emulator.kill()
  rmSync(folder, { recursive: true, force: true })
}
