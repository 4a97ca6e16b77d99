// Loaded before a command: says what the process used when it ends. What it costs itself is in what it says.
process.on("exit", () => {
  const { system, user } = process.cpuUsage()
  const used = { cpuMillis: (user + system) / 1_000, peakMegabytes: process.resourceUsage().maxRSS / 1_024 }
  require("node:fs").writeFileSync(3, JSON.stringify(used))
})
