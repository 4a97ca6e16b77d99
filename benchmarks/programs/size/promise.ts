/** All rooms, without a line of Effect. */
import { RoomsClient } from "@effect-rooms/promise"

const { rooms } = new RoomsClient({ baseUrl: "https://rooms.example.com", apiKey: "key" })
for await (const { roomId } of rooms.list()) console.log(roomId)
