/** The same over `request` of undici: about as fast as Node goes. */
import { Agent, request } from "undici"
import { clientByHand } from "./byHand.ts"
import { headers, type MakeClient } from "./Client.ts"

export const make: MakeClient = (url) => {
  const dispatcher = new Agent()
  return clientByHand(async <Page>(path: string) => {
    const { body, statusCode } = await request(`${url}/api/v2/sdk/rooms/${path}`, { dispatcher, headers })
    if (statusCode !== 200) throw new Error(`status ${statusCode}`)
    return (await body.json()) as Page
  })
}
