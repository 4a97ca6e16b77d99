/**
 * The client: what it sends, and what it makes of failures.
 */
import { mutantsOf } from "../Mutant.ts"

const src = "packages/http-client/src/"

export const client = [
  ...mutantsOf(`${src}backend/operations.ts`, [
    [
      "the API key is not sent",
      '"x-api-key": Redacted.value(options.apiKey)',
      '"x-api-kay": Redacted.value(options.apiKey)'
    ],
    ["paths are those of another version", "options.baseUrl + operations", 'options.baseUrl + "/v1" + operations'],
    ["ids are not encoded", "encodeURIComponent(roomId)", "roomId"],
    [
      "rooms are always those of the first page",
      'outcomes.listRooms, ofQuery("listRooms")',
      'outcomes.listRooms, () => ofQuery("listRooms")({})'
    ],
    [
      "sessions are asked for without a limit",
      "listSessions({ ...query })",
      "listSessions({ ...query, limit: undefined })"
    ],
    [
      "sessions are asked for without a cursor",
      "listSessions({ ...query })",
      "listSessions({ ...query, cursor: undefined })"
    ],
    [
      "participants are those of no session",
      'outcomes.sessionParticipants, ofQuery("sessionParticipants")',
      'outcomes.sessionParticipants, () => ofQuery("sessionParticipants")({})'
    ],
    [
      "recordings are those of all sessions",
      "listRecordings({ ...query })",
      "listRecordings({ ...query, sessionId: undefined })"
    ],
    ["metadata is not sent", "JSON.stringify(input)", "JSON.stringify({ roomLocked: input.roomLocked })"],
    ["a body has no content type", '"content-type": "application/json"', '"content-type": "text/plain"'],
    ["evidence has no attempts", "          attempts,\n", "          attempts: [],\n"],
    ["evidence has no status", "...(status === undefined ? {} : { status }),", ""],
    ["evidence has no id of the request", "...(requestId === undefined ? {} : { requestId })", ""]
  ]),
  ...mutantsOf(`${src}policy/execute.ts`, [
    ["creates are sent again", '(run.operation !== "createRoom" ||', "(run.operation.length > 0 ||"],
    ["one attempt too many", "run.attempts.length >= run.retry.attempts", "run.attempts.length > run.retry.attempts"],
    [
      "one attempt too few",
      "run.attempts.length >= run.retry.attempts",
      "run.attempts.length >= run.retry.attempts - 1"
    ],
    ["nobody waits as long as the service asks", "const wait = Duration.max(hint, backoff)", "const wait = backoff"]
  ]),
  ...mutantsOf(`${src}policy/attempt.ts`, [
    ["redirects are successes", "isSuccess(answer.status)\n", "answer.status < 400\n"],
    ["a refused connection may have been used", "requestSent: requestSent && !neverSent", "requestSent: true"],
    ["a body that broke off has no status", "  reason,\n  status,\n", "  reason,\n"]
  ])
]
