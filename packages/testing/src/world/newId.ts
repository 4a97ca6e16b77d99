/** Ids of rooms, peers, sessions and recordings. */
import { RoomId } from "@effect-rooms/core/Identifier"
import type { SeededRandom } from "./SeededRandom.ts"

/** Makes an id such as `peer_0a1b2c3d4e5f6g7h`. */
export const newId = (random: SeededRandom, prefix: string): string => {
  const digits = (count: number) =>
    random
      .below(36 ** count)
      .toString(36)
      .padStart(count, "0")
  // One number has 32 bits: enough for six digits. A string built with `+` keeps its parts, which takes three times the memory.
  return [prefix, digits(6), digits(6), digits(4)].join("")
}

/** Makes a room id such as `abc-defg-hij` that isn't taken. */
export const newRoomId = (random: SeededRandom, isTaken: (roomId: RoomId) => boolean): RoomId => {
  const letters = (count: number) =>
    Array.from({ length: count }, () => String.fromCharCode(97 + random.below(26))).join("")
  const roomId = RoomId.make(`${letters(3)}-${letters(4)}-${letters(3)}`)
  return isTaken(roomId) ? newRoomId(random, isTaken) : roomId
}
