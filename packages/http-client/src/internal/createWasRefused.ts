/**
 * Whether the service certainly made no room, so that a create may be sent again or given up.
 */
import type { AttemptFailure } from "./attempt.ts"

/**
 * Certain: no connection was made, nothing was sent, the rate limit (429), and a refusal (4xx, but for 408, which may come from
 * a gateway that had passed the request on; and the redirects 307 and 308, which ask for the same request elsewhere).
 */
export const createWasRefused = ({ neverSent, reason, status }: AttemptFailure): boolean => {
  if (neverSent === true) return true
  if (reason._tag === "Transport") return !reason.requestSent
  if (status === 429) return true
  if (status === undefined || reason._tag !== "UnexpectedStatus") return false
  return status === 307 || status === 308 || (status >= 400 && status < 500 && status !== 408)
}
