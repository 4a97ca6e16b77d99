/** All rows of a list. */
import { Octokit } from "@octokit/core"
import { paginateRest } from "@octokit/plugin-paginate-rest"

const octokit = new (Octokit.plugin(paginateRest))({ auth: "key" })
for await (const { data } of octokit.paginate.iterator("GET /rooms", { page: 1 })) console.log(data)
