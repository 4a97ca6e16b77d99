/** The portable program in Node, Bun or Deno: the address is its argument. */
import process from "node:process"
import { run } from "./portable.ts"

console.log(JSON.stringify(await run(String(process.argv[2]))))
