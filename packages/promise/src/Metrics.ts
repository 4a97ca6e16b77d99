/**
 * The usage metrics of a client.
 */
import * as Core from "@effect-rooms/core/Metrics"
import * as CoreMetrics from "@effect-rooms/core/UsageMetrics"
import type { ClientRuntime } from "./ClientRuntime.ts"
import type { RequestOptions } from "./options.ts"
import { toPlain } from "./toPlain.ts"
import type { UsageMetrics } from "./values.ts"

const toUsageMetrics = /*#__PURE__*/ toPlain(CoreMetrics.UsageMetrics)

/** Reads the usage totals of the API key. */
export class Metrics {
  readonly #client: ClientRuntime

  constructor(client: ClientRuntime) {
    this.#client = client
  }

  /** Reads the totals over everything that belongs to the API key. */
  readonly get = (options?: RequestOptions): Promise<UsageMetrics> =>
    this.#client.call("metrics", Core.Metrics, toUsageMetrics, options, (metrics) => metrics.get)
}
