/**
 * The options of a client.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"
import type { RetryBudget } from "./RetryBudget.ts"
import type { RetryPolicyInput } from "./RetryPolicy.ts"

/** The options of a client. */
export interface RoomsHttpOptions {
  /**
   * The URL of the service, such as `https://rooms.example.com`: http or https, without user, query and fragment. A path before
   * `/api/v2/sdk` is kept. Plain http is rejected for every host except `localhost`, 127.0.0.0/8 and ::1, unless `allowInsecure`
   * is set.
   */
  readonly baseUrl: string | URL
  /** The API key: printable ASCII. It is sent in the header `x-api-key` and appears nowhere else. */
  readonly apiKey: Redacted.Redacted<string>
  /** The deadline of one operation: all its attempts, bodies and waits. `false` for none. Default: 60 seconds. */
  readonly timeout?: Duration.Input | false
  /** The time limit of one attempt: connecting, headers and body. `false` for none. Default: 15 seconds. */
  readonly attemptTimeout?: Duration.Input | false
  /** When failed requests are retried. `false` for never. Default: `defaultRetryPolicy`. */
  readonly retry?: RetryPolicyInput
  /** The budget for the retries of all requests of the client. `false` for no limit. Default: `defaultRetryBudget`. */
  readonly retryBudget?: Partial<RetryBudget> | false
  /** The largest body of a response, in bytes. Default: 16 MiB. */
  readonly maxBodyBytes?: number
  /** Allows plain http to hosts other than loopback, which exposes the API key on the way. Default: `false`. */
  readonly allowInsecure?: boolean
}
