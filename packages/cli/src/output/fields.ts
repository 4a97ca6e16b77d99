/**
 * The fields that rows and answers have, by their path in the service's JSON: what `--fields` may name, and the columns
 * of csv. Loaded at every start, so it is data and nothing else.
 *
 * @module
 */

import { isNear } from "../failure/nearness.ts"

/** One field. In tables, ids are cut last but one and times are formatted; below `anything`, any path is a field too. */
export interface Field {
  readonly path: string
  readonly holds: "id" | "time" | "value" | "anything"
}

const id = (path: string): Field => ({ path, holds: "id" })
const time = (path: string): Field => ({ path, holds: "time" })
const value = (path: string): Field => ({ path, holds: "value" })
const metadata: Field = { path: "metadata", holds: "anything" }

export const roomFields = [id("roomId"), time("createdAt"), value("roomLocked"), metadata]
export const roomDetailsFields = [id("roomId"), value("roomLocked"), metadata]
export const roomMetadataFields = [metadata]
export const createdRoomFields = [value("message"), id("data.roomId")]
/** Seconds, which the command works out. */
const duration = value("duration")
export const sessionFields = [id("sessionId"), time("startTime"), time("endTime"), duration]
/** The fields of a session that is listed with its room. */
export const fieldsOfRooms = [id("roomId"), value("room.title")]
export const roomSessionFields = [...fieldsOfRooms, ...sessionFields]
export const participantFields = [id("peerId"), time("joinTime"), time("exitTime"), metadata, duration]
/** The fields of a participant who is listed with room and session. */
export const fieldsOfRoomSessions = [...fieldsOfRooms, id("sessionId"), value("name")]
export const roomParticipantFields = [...fieldsOfRoomSessions, ...participantFields]

/** The first of the paths that asks for one of these fields. */
export const pathTo = (fields: ReadonlyArray<Field>, paths: ReadonlyArray<string>): string | undefined =>
  paths.find((path) => fields.some((field) => field.path === path || field.path.startsWith(`${path}.`)))
export const liveParticipantFields = [id("peerId"), time("joinTime"), metadata]
export const recordingFields = [id("id"), value("recordingUrl"), value("recordingSize")]
export const downloadFields = [id("id"), value("file"), value("bytes"), value("status")]
export const usageMetricsFields = [
  value("totalSessions"),
  value("totalDuration"),
  value("totalUsers"),
  value("recordingCount"),
  value("livestreamCount")
]
export const profileFields = [id("profile"), value("baseUrl"), value("current")]
export const checkFields = [id("check"), value("status"), value("millis"), value("finding"), value("advice")]

/** The paths that were asked for, in the order of `--fields a,b.c`. */
export const pathsIn = (text: string): ReadonlyArray<string> => text.split(",").map((path) => path.trim())

const isKnown = (fields: ReadonlyArray<Field>, path: string) =>
  fields.some(
    (field) =>
      field.path === path ||
      field.path.startsWith(`${path}.`) ||
      (field.holds === "anything" && path.startsWith(`${field.path}.`) && !path.endsWith("."))
  )

/** Those of the paths that no row has. */
export const unknownPaths = (fields: ReadonlyArray<Field>, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => !isKnown(fields, path))

/** The fields as they are named to people. */
export const namesOf = (fields: ReadonlyArray<Field>): string =>
  fields.flatMap(({ holds, path }) => (holds === "anything" ? [path, `${path}.<key>`] : [path])).join(", ")

const leafOf = (path: string) => path.slice(path.lastIndexOf(".") + 1)

/** The field that was probably meant: the same without regard to case, the end of a path, or a key of metadata. */
const likelyField = (fields: ReadonlyArray<Field>, unknown: string): string | undefined => {
  const wanted = unknown.toLowerCase()
  const known = fields.map(({ path }) => path)
  const near =
    known.find((path) => path.toLowerCase() === wanted) ??
    known.find((path) => leafOf(path).toLowerCase() === wanted) ??
    known.find((path) => isNear(wanted, path.toLowerCase()))
  if (near !== undefined) return near
  const open = fields.find(({ holds }) => holds === "anything")
  return open === undefined || unknown === "" ? undefined : `${open.path}.${unknown}`
}

/** The problem with paths that no row has. */
export const fieldsProblem = (fields: ReadonlyArray<Field>, unknown: ReadonlyArray<string>): string => {
  const likely = unknown.flatMap((path) => likelyField(fields, path) ?? [])
  const suggestion = likely.length === 0 ? "" : ` (did you mean ${likely.join(",")}?)`
  return `there is no field ${unknown.map((path) => `"${path}"`).join(", ")}${suggestion}; there are: ${namesOf(fields)}`
}
