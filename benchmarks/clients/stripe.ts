/** Stripe's SDK, over `node:http`: its pager reads the rooms as a list of customers. It retries, and checks nothing. */
import Stripe from "stripe"
import { roomsPerPage } from "../servers/rows.ts"
import { atOnce, countRows, type MakeClient, readFirsts } from "./Client.ts"

export const make: MakeClient = (url) => {
  const { hostname, port } = new URL(url)
  const stripe = new Stripe("dev", { host: hostname, port: Number(port), protocol: "http", telemetry: false })
  const list = () => stripe.customers.list({ limit: roomsPerPage })
  return {
    requests: atOnce(async () => await list()),
    rooms: () => countRows(list()),
    firstRooms: readFirsts(list)
  }
}
