/**
 * Checks the contents of a room in a scenario, apart from times: sizes, counts and metadata.
 */

import { JsonMetadata, metadataBytes, metadataLimit } from "@effect-rooms/core/Metadata"
import { fromSchemaError, type SchemaProblem } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { within } from "./roomTimeline.ts"
import type { RoomScenario, StayScenario } from "./schema.ts"

const decodeMetadata = Schema.decodeUnknownResult(Schema.toType(JsonMetadata))

/** Metadata that was looked at lately, which many stays share. Not weak: a million look-ups in a `WeakSet` take seconds. */
const mostRemembered = 2 ** 18

/** Returns the problem with the contents of a room. */
export type ContentsProblem = (room: RoomScenario) => SchemaProblem | undefined

const metadataProblem = (metadata: JsonMetadata): SchemaProblem | undefined => {
  const decoded = decodeMetadata(metadata)
  if (Result.isFailure(decoded)) return within("metadata", fromSchemaError(decoded.failure))
  const bytes = metadataBytes(metadata)
  if (bytes <= metadataLimit) return undefined
  return { path: "metadata", problem: `has ${bytes} bytes as UTF-8 JSON; the limit is ${metadataLimit}` }
}

export const makeContentsProblem = (): ContentsProblem => {
  const remembered = new Set<JsonMetadata>()

  const stayProblem = ({ metadata }: StayScenario): SchemaProblem | undefined => {
    if (metadata === undefined || remembered.has(metadata)) return undefined
    if (remembered.size === mostRemembered) remembered.clear()
    remembered.add(metadata)
    return metadataProblem(metadata)
  }

  return ({ livestreams = 0, metadata, sessions = [] }) => {
    const problem = metadata === undefined ? undefined : metadataProblem(metadata)
    if (problem !== undefined) return problem
    if (!Number.isSafeInteger(livestreams) || livestreams < 0) {
      return { path: "livestreams", problem: "must be an integer of at least 0" }
    }
    for (const [index, { recordings = [], stays }] of sessions.entries()) {
      const wrong = recordings.findIndex((size) => !(size >= 0 && size < Infinity))
      if (wrong >= 0) return { path: `sessions[${index}].recordings[${wrong}]`, problem: "is not a size" }
      for (const [position, stay] of stays.entries()) {
        const problem = stayProblem(stay)
        if (problem !== undefined) return within(`sessions[${index}].stays[${position}]`, problem)
      }
    }
    return undefined
  }
}
