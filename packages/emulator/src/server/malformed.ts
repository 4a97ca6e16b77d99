/**
 * Checks requests before they're routed. Node would reject them without a body, but every error of the emulator has a
 * `message`.
 */
import { type IncomingMessage, maxHeaderSize, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

const notHttp = { status: "400 Bad Request", message: "the request is not valid HTTP, or it broke off" }

const problems: Record<string, typeof notHttp> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: `the request line and the headers are larger than ${maxHeaderSize} bytes`
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: "413 Payload Too Large",
    message: "the chunk extensions of the body are too large"
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: "408 Request Timeout", message: "the request did not arrive in time" }
}

/** The request that came last on a connection, and the answer before its own. */
interface Latest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly before: ServerResponse | undefined
}

const latestOf = new WeakMap<Duplex, Latest>()

const isOver = (response: ServerResponse) => response.writableFinished || response.destroyed

/** Notes which answers a connection owes. They are written in the order of their requests. */
export const noteRequest = (request: IncomingMessage, response: ServerResponse): void => {
  const before = latestOf.get(request.socket)?.response
  latestOf.set(request.socket, { request, response, before: before && !isOver(before) ? before : undefined })
}

const refused = new WeakSet<Duplex>()

/**
 * Answers what the parser refused, and closes the connection. The answers to the requests before it go out first, and a request
 * that has been answered, or is being answered, while its body came, gets no second answer.
 */
export const refuseMalformed = (error: Error, socket: Duplex): void => {
  // The parser refuses everything that comes behind, too.
  if (refused.has(socket)) return
  refused.add(socket)
  const latest = latestOf.get(socket)
  const isInBody = latest?.request.complete === false
  const hasBegun = () => isInBody && latest.response.headersSent
  const close = () => {
    if (!socket.writable || hasBegun()) {
      socket.destroy()
      return
    }
    const { message, status } = ("code" in error && problems[String(error.code)]) || notHttp
    const body = JSON.stringify({ message })
    const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  }
  const owed = isInBody && !hasBegun() ? latest.before : latest?.response
  if (socket.writable && owed !== undefined && !isOver(owed)) owed.once("close", close)
  else close()
}

/** Answers a request that expects what the emulator cannot do. */
export const refuseExpectation = (request: IncomingMessage, response: ServerResponse): void => {
  const body = JSON.stringify({
    message: `header expect: the emulator supports 100-continue, not ${request.headers.expect}`
  })
  response.writeHead(417, { connection: "close", "content-type": "application/json", "content-length": body.length })
  response.end(body)
}

/** A request whose head is valid HTTP, and cannot be answered all the same. */
export interface HeadProblem {
  readonly status: number
  readonly message: string
}

const missingHost: HeadProblem = { status: 400, message: "header host: is missing" }
const severalHosts: HeadProblem = { status: 400, message: "header host: is sent more than once" }

const hasSeveralHosts = (rawHeaders: ReadonlyArray<string>): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hosts++
  }
  return hosts > 1
}

/** Returns the problem with the head of a request, on any route. */
export const headProblem = ({
  headers,
  httpVersion,
  rawHeaders
}: Pick<IncomingMessage, "headers" | "httpVersion" | "rawHeaders">): HeadProblem | undefined => {
  if (headers.host === undefined && httpVersion === "1.1") return missingHost
  if (hasSeveralHosts(rawHeaders)) return severalHosts
  const { "content-encoding": contentEncoding, "transfer-encoding": transferEncoding } = headers
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== "identity") {
    return { status: 415, message: `header content-encoding: ${contentEncoding} is not supported` }
  }
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== "chunked") {
    return { status: 400, message: `header transfer-encoding: ${transferEncoding} is not supported, only chunked` }
  }
  return undefined
}
