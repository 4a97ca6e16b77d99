/**
 * The platform services that the parser of the command line uses, and no others. Handlers that read files or ask questions
 * provide those services themselves, so that other commands don't load them.
 *
 * @module
 */
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Terminal from "effect/Terminal"

const notHere = Effect.die("no flag of this command reads files or asks questions while it is parsed")

const layerTerminal = Layer.succeed(
  Terminal.Terminal,
  Terminal.make({
    columns: notHere,
    rows: notHere,
    size: notHere,
    readInput: notHere,
    readLine: notHere,
    display: () => notHere
  })
)

export const layer: Layer.Layer<Command.Environment> = Layer.mergeAll(
  NodeStdio.layer,
  Path.layer,
  FileSystem.layerNoop({}),
  layerTerminal,
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => notHere)
  )
)
