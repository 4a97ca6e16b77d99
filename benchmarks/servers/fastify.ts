/** A fastify server that sends the same bytes on the same route, checks the key, and parses the query. */
import fastify from "fastify"
import { listening } from "./listening.ts"

const options: unknown = JSON.parse(process.argv[2] ?? "{}")
const page: unknown =
  typeof options === "object" && options !== null && "body" in options ? JSON.parse(String(options.body)) : {}

let requests = 0
const server = fastify()
server.get(
  "/api/v2/sdk/rooms/get-rooms",
  { schema: { querystring: { type: "object", properties: { cursor: { type: "integer", minimum: 0 } } } } },
  (request, reply) => {
    requests++
    if (request.headers["x-api-key"] !== "dev") return reply.code(401).send({ message: "unknown API key" })
    return reply.send(page)
  }
)
server.listen({ host: "127.0.0.1", port: 0 }).then((url) => listening(url, () => requests))
