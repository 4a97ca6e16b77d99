/**
 * The people of a generated office: each with a name and the same peer id wherever they go.
 */
import { PeerId } from "@effect-rooms/core/Identifier"
import type { JsonMetadata } from "@effect-rooms/core/Metadata"

const givenNames = [
  "Ada",
  "Grace",
  "Zoë",
  "Łukasz",
  "Мария",
  "Νίκος",
  "さくら",
  "민준",
  "伟",
  "नेहा",
  "ليلى",
  "יעל",
  "Barbara",
  "Edsger",
  "François",
  "Hedy",
  "Søren",
  "Thảo",
  "Žofie",
  "Ольга"
] as const

const familyNames = [
  "Lovelace",
  "Hopper",
  "García",
  "Nowak",
  "Иванова",
  "Παπαδόπουλος",
  "佐藤",
  "김",
  "王",
  "शर्मा",
  "حداد",
  "כהן",
  "Liskov",
  "Dijkstra",
  "Lefèvre",
  "Lamarr",
  "Sørensen",
  "Nguyễn",
  "Dvořáková",
  "O’Neill",
  "Öztürk"
] as const

/** A person, the same in every session of every room. */
export interface Person {
  readonly peerId: PeerId
  readonly metadata: JsonMetadata
}

/** People by number, from 0. Of more than 420, some have the same name. */
export const makePeople = (): ((index: number) => Person) => {
  const known: Array<Person> = []
  return (index) => {
    const person = known[index]
    if (person !== undefined) return person
    // Twenty and twenty-one have no divisor in common: stepping through both lists meets every pair.
    const displayName = `${givenNames[index % givenNames.length]} ${familyNames[index % familyNames.length]}`
    const added: Person = {
      peerId: PeerId.make(`peer_${String(index + 1).padStart(6, "0")}`),
      metadata: { displayName }
    }
    known[index] = added
    return added
  }
}
