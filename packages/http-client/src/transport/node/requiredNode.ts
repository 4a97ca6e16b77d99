/**
 * To be imported before undici, which dies of an older Node with an error that names neither. A bundler drops it.
 */
import * as process from "node:process"
import * as zlib from "node:zlib"

if (typeof zlib.createZstdDecompress !== "function") {
  throw new Error(
    "the Node transport of @effect-rooms/http-client needs Node 22.19 or later, " +
      `and this is ${process.versions.node}; its other transports, such as RoomsHttp.layerFetch, run here`
  )
}
