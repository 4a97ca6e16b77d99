/** Runs the portable program in Node, Bun or Deno, with the service's URL as its argument. */
import process from "node:process"
import { run } from "./portable.ts"

console.log(JSON.stringify(await run(String(process.argv[2]))))
