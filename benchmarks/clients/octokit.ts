/** Octokit with its pager, over `fetch`: it reads the rooms as arrays, and follows the `link` header. It checks nothing. */
import { Octokit } from "@octokit/core"
import { paginateRest } from "@octokit/plugin-paginate-rest"
import { roomsPerPage } from "../servers/rows.ts"
import { atOnce, countRows, type MakeClient, readFirsts } from "./Client.ts"

const PagingOctokit = Octokit.plugin(paginateRest)

export const make: MakeClient = (url) => {
  const octokit = new PagingOctokit({ auth: "dev", baseUrl: url })
  const parameters = { per_page: roomsPerPage, page: 1 }
  async function* rooms() {
    for await (const { data } of octokit.paginate.iterator<{ readonly id: string }>("GET /rooms", parameters))
      yield* data
  }
  return {
    requests: atOnce(() => octokit.request("GET /rooms", parameters)),
    rooms: () => countRows(rooms()),
    firstRooms: readFirsts(rooms)
  }
}
