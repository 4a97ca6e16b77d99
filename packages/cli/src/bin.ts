#!/usr/bin/env node
// Read by every version of Node, so that one that is too old is told so.
import * as nodeModule from "node:module"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`rooms: needs Node 22.19 or later, and this is ${process.versions.node}\n`)
  process.exitCode = 1
} else {
  // Compiled code is kept from one run to the next, where this machine lets it be: most of a start is compilation.
  nodeModule.enableCompileCache()
  await import("./main.ts")
}
