/** The hand-written client over the platform's `fetch`. */
import { clientByHand } from "./byHand.ts"
import { headers, type MakeClient } from "./Client.ts"

export const make: MakeClient = (url) =>
  clientByHand(async <Page>(path: string) => {
    const response = await fetch(`${url}/api/v2/sdk/rooms/${path}`, { headers })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return (await response.json()) as Page
  })
