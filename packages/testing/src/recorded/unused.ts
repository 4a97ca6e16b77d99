/**
 * The recorded exchanges that were not given as an answer yet, to be found by request.
 */
import type { Exchange, RecordedRequest } from "./exchange.ts"
import { isPseudonym } from "./pseudonyms.ts"
import type { Renaming } from "./renaming.ts"
import { describeRequest, segmentsOf } from "./requestOf.ts"

const hasPseudonym = ({ path, query }: RecordedRequest) =>
  segmentsOf(path).some(isPseudonym) || query.some(([, value]) => isPseudonym(value))

export class Unused {
  /** By method, path and query, where these are as they were sent. */
  private readonly plain = new Map<string, Set<Exchange>>()
  private readonly renamed = new Set<Exchange>()

  constructor(exchanges: ReadonlyArray<Exchange>) {
    for (const exchange of exchanges) this.setOf(exchange.request).add(exchange)
  }

  has(exchange: Exchange): boolean {
    return this.setOf(exchange.request).has(exchange)
  }

  /** The first one whose request is the same. */
  take(request: RecordedRequest, renaming: Renaming): Exchange | undefined {
    for (const candidates of [this.plain.get(describeRequest(request)) ?? [], this.renamed]) {
      for (const exchange of candidates) {
        if (!renaming.matches(exchange.request, request)) continue
        this.setOf(exchange.request).delete(exchange)
        return exchange
      }
    }
    return undefined
  }

  private setOf(request: RecordedRequest): Set<Exchange> {
    if (hasPseudonym(request)) return this.renamed
    const line = describeRequest(request)
    const known = this.plain.get(line)
    if (known !== undefined) return known
    const made = new Set<Exchange>()
    this.plain.set(line, made)
    return made
  }
}
