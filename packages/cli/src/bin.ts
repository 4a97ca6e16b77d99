#!/usr/bin/env node
// Compiled code is kept from one run to the next, where this machine lets it be: most of a start is compilation.
import { enableCompileCache } from "node:module"

enableCompileCache()

await import("./main.ts")
