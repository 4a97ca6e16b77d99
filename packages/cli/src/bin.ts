#!/usr/bin/env node
// This file runs in every version of Node, so that an old one gets an error message.
import * as nodeModule from "node:module"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`rooms: Node 22.19 or later is required, and this is ${process.versions.node}\n`)
  process.exitCode = 1
} else {
  // Most of a start is compilation, so compiled code is cached between runs if the system allows it.
  nodeModule.enableCompileCache()
  await import("./main.ts")
}
