import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isRunnable } from "../src/Block.ts"
import { formatProblem, readDocuments, root } from "../src/Document.ts"
import { blocksInWorkspace, runSession } from "../src/Session.ts"
import type { Session } from "../src/Terminal.ts"
import { judge, type Verdict } from "../src/Verdict.ts"

/** Makes an error that vitest shows at its line of the document, with the difference if the output is wrong. */
const errorOf = (verdict: Verdict) => {
  const message = formatProblem(verdict)
  const stack = `Error: ${message}\n    at ${join(root, verdict.path)}:${verdict.line}:1`
  return Object.assign(new Error(message), { stack }, verdict.output)
}

for (const document of readDocuments()) {
  const blocks = blocksInWorkspace(document).filter(isRunnable)
  if (blocks.length === 0) continue

  describe.concurrent(document.path, () => {
    let session: Session | undefined
    beforeAll(async () => {
      session = await Effect.runPromise(Effect.provide(runSession(document), NodeServices.layer))
    }, 120_000)

    for (const block of blocks) {
      it(`${document.path}:${block.line} ${block.output === undefined ? "runs" : "prints its output"}`, () => {
        assert.isDefined(session)
        const verdict = judge(document, block, session)
        if (verdict !== undefined) throw errorOf(verdict)
      })
    }
  })
}
