/**
 * The client: what it sends, and what it makes of failures.
 */
import { mutantsOf } from "../Mutant.ts"

const src = "packages/http-client/src/internal/"

export const client = [
  ...mutantsOf(`${src}operations.ts`, [
    [
      "the API key is not sent",
      '"x-api-key": Redacted.value(options.apiKey)',
      '"x-api-kay": Redacted.value(options.apiKey)'
    ],
    ["paths are those of another version", "options.baseUrl + (", 'options.baseUrl + "/v1" + ('],
    ["ids are not encoded", "encodeURIComponent(roomId)", "roomId"],
    ["rooms are always those of the first page", 'get("listRooms", undefined, query)', 'get("listRooms")'],
    [
      "sessions are asked for without a limit",
      'get("listSessions", undefined, { ...query })',
      'get("listSessions", undefined, { ...query, limit: undefined })'
    ],
    [
      "sessions are asked for without a cursor",
      'get("listSessions", undefined, { ...query })',
      'get("listSessions", undefined, { ...query, cursor: undefined })'
    ],
    [
      "participants are those of no session",
      'get("sessionParticipants", undefined, { sessionId })',
      'get("sessionParticipants")'
    ],
    [
      "recordings are those of all sessions",
      'get("listRecordings", undefined, { ...query })',
      'get("listRecordings", undefined, { ...query, sessionId: undefined })'
    ],
    ["metadata is not sent", "JSON.stringify(input)", "JSON.stringify({ roomLocked: input.roomLocked })"],
    ["a body has no content type", '"application/json")', '"text/plain")'],
    ["evidence has no attempts", "          attempts,\n", "          attempts: [],\n"],
    ["evidence has no status", "...(status === undefined ? {} : { status }),", ""],
    ["evidence has no id of the request", "...(requestId === undefined ? {} : { requestId })", ""]
  ]),
  ...mutantsOf(`${src}execute.ts`, [
    [
      "creates are sent again",
      'isRetryable(failure.reason) &&\n        (operation !== "createRoom" ||',
      'isRetryable(failure.reason) &&\n        (operation !== "" ||'
    ],
    ["one attempt too many", "run.attempts.length >= run.retry.attempts", "run.attempts.length > run.retry.attempts"],
    [
      "one attempt too few",
      "run.attempts.length >= run.retry.attempts",
      "run.attempts.length >= run.retry.attempts - 1"
    ],
    ["nobody waits as long as the service asks", "const wait = Duration.max(hint, backoff)", "const wait = backoff"]
  ]),
  ...mutantsOf(`${src}attempt.ts`, [
    ["redirects are successes", "if (!isSuccess(status))", "if (status >= 400)"],
    ["a refused connection may have been used", "requestSent: requestSent && !isBeforeSending", "requestSent: true"],
    ["a body that broke off has no status", "            status,\n", ""]
  ])
]
