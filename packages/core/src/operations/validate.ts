/**
 * Input of the nine operations, refused before anything is sent.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { InvalidRequest, MetadataTooLarge } from "../DomainError.ts"
import { makeEvidence } from "../Evidence.ts"
import { metadataBytes, metadataLimit } from "../Metadata.ts"
import type { OperationName } from "../Operation.ts"
import { ListRecordingsRequest } from "../Recording.ts"
import { CreateRoomRequest, ListRoomsRequest, RoomRequest } from "../Room.ts"
import { fromSchemaError } from "../SchemaProblem.ts"
import { ListSessionsRequest, SessionRequest } from "../Session.ts"
import { decodeResult } from "../wire/fastDecoder.ts"

const checkInput = <A, I>(
  operation: OperationName,
  schema: Schema.Codec<A, I>
): ((input: A) => Result.Result<A, InvalidRequest>) => {
  const decode = decodeResult(Schema.toType(schema))
  return (input) =>
    Result.mapError(decode(input), (error) => {
      const { path, problem } = fromSchemaError(error)
      return new InvalidRequest({ field: path, problem, evidence: makeEvidence(operation) })
    })
}

const checkCreateRoomShape = checkInput("createRoom", CreateRoomRequest)
export const checkListRooms = checkInput("listRooms", ListRoomsRequest)
export const checkRoomDetails = checkInput("roomDetails", RoomRequest)
export const checkRoomMetadata = checkInput("roomMetadata", RoomRequest)
export const checkListSessions = checkInput("listSessions", ListSessionsRequest)
export const checkSessionParticipants = checkInput("sessionParticipants", SessionRequest)
export const checkLiveParticipants = checkInput("liveParticipants", RoomRequest)
export const checkListRecordings = checkInput("listRecordings", ListRecordingsRequest)

const checkMetadataSize = (request: CreateRoomRequest): Result.Result<CreateRoomRequest, MetadataTooLarge> => {
  const bytes = request.metadata === undefined ? 0 : metadataBytes(request.metadata)
  // mutant: `return bytes > metadataLimit` -> `return bytes >= metadataLimit`
  return bytes > metadataLimit
    ? Result.fail(new MetadataTooLarge({ bytes, limit: metadataLimit, evidence: makeEvidence("createRoom") }))
    : Result.succeed(request)
}

/** The shape of a create, and the size of its metadata. */
export const checkCreateRoom = (
  request: CreateRoomRequest
): Result.Result<CreateRoomRequest, InvalidRequest | MetadataTooLarge> =>
  Result.flatMap(checkCreateRoomShape(request), checkMetadataSize)
