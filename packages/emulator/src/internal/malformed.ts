/**
 * Bytes that are no request. Node would refuse them without a body; every error of the emulator has a `message`.
 */
import { maxHeaderSize } from "node:http"
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

/** Answers what the parser refused, and closes the connection. */
export const refuseMalformed = (error: Error, socket: Duplex): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { message, status } = ("code" in error && problems[String(error.code)]) || notHttp
  const body = JSON.stringify({ message })
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
}
