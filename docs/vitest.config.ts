import { relative } from "node:path"
import { mergeConfig } from "vitest/config"
import shared from "../vitest.shared.ts"
import { readBlocks } from "./src/Block.ts"
import { readDocuments } from "./src/Document.ts"
import { modulePath, writeModules } from "./src/modules.ts"

const documents = readDocuments()
writeModules(documents)

/** The test files of the documents. */
const include = documents.flatMap((document) =>
  readBlocks(document).blocks.flatMap((block) =>
    block._tag === "TestFile" ? [relative(import.meta.dirname, modulePath(document, block))] : []
  )
)

export default mergeConfig(shared, { test: { include } })
