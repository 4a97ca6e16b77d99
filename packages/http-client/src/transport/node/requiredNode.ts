/**
 * Import this before undici, which crashes on older versions of Node with an error that names neither.
 */
import * as process from "node:process"
import * as zlib from "node:zlib"

if (typeof zlib.createZstdDecompress !== "function") {
  throw new Error(
    "the Node transport of @effect-rooms/http-client needs Node 22.19 or later, " +
      `but this is ${process.versions.node}; use another transport, such as RoomsHttp.layerFetch`
  )
}
