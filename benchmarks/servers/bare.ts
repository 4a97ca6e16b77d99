/** A plain `node:http` server that gives one body whatever is asked. */
import { createServer } from "node:http"

const body = process.argv[2] ?? ""
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }

const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`)
})
