/**
 * Exchanges on undici's dispatcher: the fast path of Node's `HttpClient`.
 */
import * as Effect from "effect/Effect"
import type { Dispatcher } from "undici"
import type { Exchange } from "../Exchange.ts"
import { ResponseCollector } from "./ResponseCollector.ts"

/** Returns the index of the path in an absolute URL. */
const pathIndex = (url: string) => url.indexOf("/", url.indexOf("//") + 2)

/** Makes exchanges over the connections of a dispatcher. */
export const undiciExchange =
  (dispatcher: Dispatcher): Exchange =>
  ({ body, headers, method, url }, options) =>
    Effect.callback((resume) => {
      const collector = new ResponseCollector(options, resume)
      const path = pathIndex(url)
      dispatcher.dispatch(
        {
          origin: url.slice(0, path),
          path: url.slice(path),
          method,
          headers,
          body: body ?? null,
          // Attempts have their own time limits.
          headersTimeout: 0,
          bodyTimeout: 0
        },
        collector
      )
      return Effect.sync(() => collector.cancel())
    })
