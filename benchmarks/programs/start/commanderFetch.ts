/** A command on commander that prints a page of rooms with `fetch`: what `rooms list` is compared with. */
import { Command } from "commander"

new Command("list")
  .version("1.0.0")
  .action(async () => {
    const response = await fetch(`${process.env.ROOMS_BASE_URL}/api/v2/sdk/rooms/get-rooms`, {
      headers: { "x-api-key": process.env.ROOMS_API_KEY ?? "" }
    })
    console.log(JSON.stringify(await response.json()))
  })
  .parse()
