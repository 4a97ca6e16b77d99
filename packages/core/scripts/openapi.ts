// Writes openapi.json from the contract. A test fails while the two differ.
import { writeFileSync } from "node:fs"
import { OpenApi } from "effect/http-api"
import { RoomsApi } from "../src/RoomsApi.ts"

writeFileSync(
  new URL("../openapi.json", import.meta.url),
  `${JSON.stringify(OpenApi.fromApi(RoomsApi), undefined, 2)}\n`
)
