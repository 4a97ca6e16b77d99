/**
 * What a promise client is made from, and what a call of it can be told. Durations are in milliseconds.
 */
import type { ClientTransport } from "./ClientTransport.ts"
import type { AllSessionsPosition, SessionsPosition, Time } from "./values.ts"

/** A function like the platform's `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** A request is sent again after a failure that may go away. A create only where it certainly was not processed. */
export interface RetryOptions {
  /** How many attempts there are at most, the first one included. Default: 4. */
  readonly attempts?: number | undefined
  /** The longest wait before the second attempt; it doubles with each one. Default: 250. */
  readonly baseDelayMillis?: number | undefined
  /** The longest wait before any attempt. Default: 8 000. */
  readonly maxDelayMillis?: number | undefined
  /** A service that asks to wait longer than this is not asked again. Default: 60 000. */
  readonly maxRetryAfterMillis?: number | undefined
}

/** A bucket of tokens: how much a client may spend on sending again, over all its requests. */
export interface RetryBudgetOptions {
  /** How many tokens the bucket holds, and begins with. Default: 500. */
  readonly capacity?: number | undefined
  /** What a retry costs. Default: 5. */
  readonly retryCost?: number | undefined
  /** What a retry after a timeout costs: the service is likely to be overloaded. Default: 10. */
  readonly timeoutRetryCost?: number | undefined
  /** What a success at the first attempt puts back. Default: 1. A success after a retry puts back what the retry cost. */
  readonly successRefill?: number | undefined
}

/** Limits of time and retries: of a client, or over them, of one call. */
export interface LimitOptions {
  /** The deadline of one operation: all its attempts, bodies and waits. `false` for none. Default: 60 000. */
  readonly timeoutMillis?: number | false | undefined
  /** The limit of one attempt: connecting, headers and body. `false` for none. Default: 15 000. */
  readonly attemptTimeoutMillis?: number | false | undefined
  /** When a request is sent again; `false` for never. */
  readonly retry?: RetryOptions | false | undefined
}

/** What a client is made from. */
export interface RoomsClientOptions extends LimitOptions {
  /**
   * Where the service is, such as `https://rooms.example.com`: an http or https URL without user, query and fragment.
   * A path before `/api/v2/sdk` is kept. Plain http is refused for every host but `localhost`, 127.0.0.0/8 and ::1, unless `allowInsecure`.
   */
  readonly baseUrl: string | URL
  /** The API key: printable ASCII. It is sent as the header `x-api-key`, and appears nowhere else. */
  readonly apiKey: string
  /** What may be spent on sending again, over all requests of the client; `false` for no limit. */
  readonly retryBudget?: RetryBudgetOptions | false | undefined
  /** The largest body that is read, in bytes. Default: 16 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** Allows plain http to hosts other than loopback: the API key can then be read on the way. Default: `false`. */
  readonly allowInsecure?: boolean | undefined
  /** Sends the requests. Default: the platform's `fetch`, as it is when a request is sent. */
  readonly fetch?: Fetch | undefined
  /** Sends the requests in another way than by `fetch`, as `nodeTransport` of `@effect-rooms/promise/node` does. */
  readonly transport?: ClientTransport | undefined
}

/** What a client is made from beside what stands in the environment. */
export type EnvironmentOptions = Omit<RoomsClientOptions, "baseUrl" | "apiKey">

/** Where `RoomsClient.fromEnvironment` looks: `process.env`, or the bindings of a worker. */
export interface Environment {
  readonly ROOMS_BASE_URL?: string | undefined
  readonly ROOMS_API_KEY?: string | undefined
}

/** What every call can be told: limits over those of the client, and when to give up. */
export interface RequestOptions extends LimitOptions {
  /** Cancels the call: it is rejected with the reason of the signal, and nothing of it stays in flight. */
  readonly signal?: AbortSignal | undefined
}

/** How a list is walked. The limits are those of each request. */
export interface WalkOptions extends RequestOptions {
  /**
   * How many requests may be in flight: pages are fetched ahead, and given in order. Default: 1, which fetches a page when
   * a row of it is asked for, and nothing else.
   */
  readonly concurrency?: number | undefined
  /**
   * Reads every boundary between two pages again, with two more requests for it. For a service that deletes rows from a
   * list without a count: without it, a deletion in such a list can hide rows. Default: `false`.
   */
  readonly verify?: boolean | undefined
}

/** How the rooms are walked. */
export interface RoomsOptions extends WalkOptions {
  /** The cursor of the first page to read: the `next` of a page that an earlier walk gave. Default: the first page. */
  readonly from?: number | undefined
}

/** Which page of the rooms. */
export interface RoomsPageOptions extends RequestOptions {
  /** Default: the first page. */
  readonly cursor?: number | undefined
}

/** By which key a room is created once. */
export interface CreateOnceOptions extends RequestOptions {
  /** Put into the metadata as `idempotencyKey`. Default: one is made, which is of no use to another call. */
  readonly key?: string | undefined
}

/** Which sessions a walk gives, by the time they started. */
export interface StartedWithin {
  /**
   * Gives only sessions that started at this time or later. Lists are newest first, so a walk over a room ends with the first page
   * that has an older session. A list in another order is read to its end. A session that started before `since` and still runs
   * isn't included. Default: no limit.
   */
  readonly since?: Time | undefined
  /** Gives only sessions that started before this time. Newer ones are still read. Default: no limit. */
  readonly until?: Time | undefined
}

/** How the sessions of a room are walked. */
export interface SessionsOptions extends WalkOptions, StartedWithin {
  /** How many sessions to ask for at a time. Default: 100. A service that gives fewer is followed. */
  readonly limit?: number | undefined
  /** Where to begin: the `next` of a page that an earlier walk gave. Default: the first page. */
  readonly from?: SessionsPosition | undefined
}

/** Which page of the sessions of a room: the one at `cursor` skips `cursor * limit` sessions. */
export interface SessionsPageOptions extends RequestOptions {
  readonly limit?: number | undefined
  readonly cursor?: number | undefined
}

/** How the sessions of all rooms are walked. `concurrency` bounds all requests of the walk together. */
export interface AllSessionsOptions extends WalkOptions, StartedWithin {
  /** How many sessions to ask for at a time. Default: 100. */
  readonly limit?: number | undefined
  /** Where to begin: the `next` of a page that an earlier walk gave. Default: the first room. */
  readonly from?: AllSessionsPosition | undefined
  /** Whether sessions come in the order of their rooms. Default: `true`. Otherwise rooms are mixed as they are answered. */
  readonly ordered?: boolean | undefined
  /**
   * What to do when the sessions of a room can't be read: `"fail"` ends the walk with the error (the default), `"report"` gives a
   * `RoomFailure` in the room's place and continues with the next room. `participantsAll` treats a session whose participants
   * can't be read the same way: it ends the walk, or gives a `SessionFailure`.
   */
  readonly onRoomError?: "fail" | "report" | undefined
}

/** Which recordings are walked, and how. */
export interface RecordingsOptions extends WalkOptions {
  /** Only those of this session. Default: all that belong to the API key. */
  readonly sessionId?: string | undefined
  /** How many recordings to ask for at a time. Default: 20. */
  readonly limit?: number | undefined
  /** Where to begin: the `next` of a page that an earlier walk gave. Default: the first page. */
  readonly from?: number | undefined
}

/** Which page of the recordings. */
export interface RecordingsPageOptions extends RequestOptions {
  /** Only those of this session. Default: all that belong to the API key. */
  readonly sessionId?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: number | undefined
}

/** How a room is watched. */
export interface WatchOptions extends RequestOptions {
  /** How long to wait after a poll was answered. Default: 5 000. */
  readonly everyMillis?: number | undefined
  /**
   * What a failed poll does. `"fail"` ends the walk with its error (the default). `"report"` gives a `PollFailed` and polls again
   * after `everyMillis`, or later if the service asks for it. The first poll that succeeds again gives the differences since the
   * last one that did, and a `Snapshot`. A failure that stays, such as a refused API key, ends the walk in any case.
   */
  readonly onError?: "fail" | "report" | undefined
  /**
   * When to give a `Snapshot`: after `"changes"` (the default), or after all `"polls"`, so that a reader knows how old what it
   * shows is.
   */
  readonly snapshots?: "changes" | "polls" | undefined
}
