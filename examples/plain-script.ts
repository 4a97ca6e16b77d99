/**
 * Prints how many minutes each room was used in the last 30 days: plain `async` code, no Effect.
 *
 *     ROOMS_BASE_URL=http://127.0.0.1:4010 ROOMS_API_KEY=dev node plain-script.ts
 */
import { RoomsClient, RoomsError } from "@effect-rooms/promise"

const day = 24 * 60 * 60 * 1000

/** Returns the minutes of each room, by its title or id. */
export const minutesByRoom = async (
  client: RoomsClient,
  since: Date,
  signal?: AbortSignal
): Promise<Map<string, number>> => {
  const minutes = new Map<string, number>()
  for await (const { room, session } of client.sessions.listAll({ since, concurrency: 8, signal })) {
    if (session.endTime === null) continue
    const title = typeof room.metadata?.title === "string" ? room.metadata.title : room.roomId
    const millis = session.endTime.getTime() - session.startTime.getTime()
    minutes.set(title, (minutes.get(title) ?? 0) + millis / 60_000)
  }
  return minutes
}

if (import.meta.main) {
  const client = RoomsClient.fromEnvironment(process.env)
  try {
    const since = new Date(Date.now() - 30 * day)
    for (const [room, minutes] of await minutesByRoom(client, since, AbortSignal.timeout(60_000))) {
      console.log(`${minutes.toFixed(0).padStart(6)}  ${room}`)
    }
  } catch (error) {
    console.error(error instanceof RoomsError ? `${error._tag}: ${error.message}` : error)
    process.exitCode = 1
  } finally {
    await client.close()
  }
}
