/** An SDK that Stainless generated, over `fetch`: its pager reads the rooms as a list of files. It retries, and checks nothing. */
import OpenAI from "openai"
import { roomsPerPage } from "../servers/rows.ts"
import { atOnce, countRows, type MakeClient, readFirsts } from "./Client.ts"

export const make: MakeClient = (url) => {
  const client = new OpenAI({ apiKey: "dev", baseURL: `${url}/v1` })
  const list = () => client.files.list({ limit: roomsPerPage })
  return {
    requests: atOnce(list),
    rooms: () => countRows(list()),
    firstRooms: readFirsts(list)
  }
}
