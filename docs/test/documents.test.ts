import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isRunnable, readBlocks } from "../src/Block.ts"
import { formatProblem, readDocuments, root } from "../src/Document.ts"
import { runSession, type Session } from "../src/Session.ts"
import { judge, type Verdict } from "../src/Verdict.ts"

/** An error that vitest shows at its place in the document, with the difference where there is one. */
const errorOf = (verdict: Verdict) => {
  const message = formatProblem(verdict)
  const stack = `Error: ${message}\n    at ${join(root, verdict.path)}:${verdict.line}:1`
  return Object.assign(new Error(message), { stack }, verdict.output)
}

for (const document of readDocuments()) {
  const blocks = readBlocks(document).blocks.filter(isRunnable)
  if (blocks.length === 0) continue

  describe.concurrent(document.path, () => {
    let session: Session | undefined
    beforeAll(async () => {
      session = await Effect.runPromise(Effect.provide(runSession(document), NodeServices.layer))
    }, 120_000)

    for (const block of blocks) {
      it(`${document.path}:${block.line} ${block.output === undefined ? "runs" : "prints what it says"}`, () => {
        assert.isDefined(session)
        const verdict = judge(document, block, session)
        if (verdict !== undefined) throw errorOf(verdict)
      })
    }
  })
}
