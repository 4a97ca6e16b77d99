/** A plain `node:http` server that sends the same body for every request. */
import { createServer } from "node:http"
import { listening } from "./listening.ts"

const options: unknown = JSON.parse(process.argv[2] ?? "{}")
const body = typeof options === "object" && options !== null && "body" in options ? String(options.body) : ""
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }

let requests = 0
const server = createServer((_, response) => {
  requests++
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") listening(`http://127.0.0.1:${address.port}`, () => requests)
})
