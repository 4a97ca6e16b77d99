import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import committed from "../openapi.json" with { type: "json" }
import { RoomsApi } from "../src/RoomsApi.ts"

const LintReport = Schema.fromJsonString(
  Schema.Struct({ problems: Schema.Array(Schema.Struct({ ruleId: Schema.String, message: Schema.String })) })
)

/** The problems that Redocly's linter finds in a document by its recommended rules, warnings included. */
const lint = (document: unknown): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "effect-rooms-openapi-"))
  try {
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document))
    const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"))
    const { stderr, stdout } = spawnSync(
      process.execPath,
      [cli, "lint", "openapi.json", "--extends=recommended", "--format=json"],
      {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
      }
    )
    assert.include(stdout, "{", stderr)
    const { problems } = Schema.decodeUnknownSync(LintReport)(stdout)
    return problems.map(({ message, ruleId }) => `${ruleId}: ${message}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("openapi.json", () => {
  it("equals the document of RoomsApi (after a change: pnpm --filter @effect-rooms/core openapi)", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(OpenApi.fromApi(RoomsApi))), committed)
  })

  it("passes Redocly's recommended rules without errors or warnings", () => {
    assert.deepStrictEqual(lint(committed), [])
  })

  it("fails them without servers and a licence", () => {
    const { info, servers: _, ...document } = committed
    const { license: __, ...rest } = info
    assert.sameMembers(Array.from(lint({ ...document, info: rest })), [
      "no-empty-servers: Servers must be present.",
      "info-license: Info object should contain `license` field."
    ])
  })

  it("names no schema after the encoded side of another", () => {
    assert.deepStrictEqual(
      Object.keys(committed.components.schemas).filter((name) => /Encoded|\d$/.test(name)),
      []
    )
  })
})
