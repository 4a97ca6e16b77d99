/** A page of rooms with an SDK for a service of this kind. */
import { API } from "@huddle01/server-sdk/api"

console.log(await new API({ apiKey: "key" }).getRooms())
