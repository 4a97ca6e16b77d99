/** All groups of measurements, in the order of the report. */
import type { Case } from "../src/Case.ts"
import { decode } from "./decode.ts"
import { emulator } from "./emulator.ts"
import { firstRow } from "./firstRow.ts"
import { lists } from "./lists.ts"
import { memory } from "./memory.ts"
import { request } from "./request.ts"
import { size } from "./size.ts"
import { start } from "./start.ts"
import { walk } from "./walk.ts"
import { world } from "./world.ts"

export const cases: Readonly<Record<string, Case>> = {
  request,
  decode,
  lists,
  firstRow,
  memory,
  walk,
  start,
  size,
  emulator,
  world
}
