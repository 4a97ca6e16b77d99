/**
 * Keeps the sessions that started within a span of time, in a list that has its newest session first.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import type { StartedWithin } from "../../AllSessions.ts"
import { InvalidRequest } from "../../DomainError.ts"
import { makeEvidence } from "../../operations/evidence.ts"
import type { Page } from "../../Page.ts"
import type { Session, SessionsPosition } from "../../Session.ts"

/** A span of time in epoch milliseconds: from `since` on, and before `until`. */
export interface Window {
  readonly since: number
  readonly until: number
}

const refuse = (field: string, problem: string) =>
  Effect.fail(new InvalidRequest({ field, problem, evidence: makeEvidence("listSessions") }))

const millisOf = (field: string, time: StartedWithin["since"], otherwise: number) => {
  if (time === undefined) return Effect.succeed(otherwise)
  // Callers without types may pass text, which means an unexpected time if it has no time zone.
  const read = DateTime.isDateTime(time) || Predicate.isDate(time) ? DateTime.make(time) : Option.none()
  return Option.match(read, {
    onNone: () => refuse(field, "expected a DateTime or a valid Date"),
    onSome: (time) => Effect.succeed(time.epochMilliseconds)
  })
}

/** Reads the options `since` and `until`. Returns `undefined` if both are absent. */
export const windowOf = ({ since, until }: StartedWithin): Effect.Effect<Window | undefined, InvalidRequest> =>
  Effect.gen(function* () {
    if (since === undefined && until === undefined) return undefined
    const window = {
      since: yield* millisOf("since", since, Number.NEGATIVE_INFINITY),
      until: yield* millisOf("until", until, Number.POSITIVE_INFINITY)
    }
    return window.until < window.since ? yield* refuse("until", "expected a time that is not before `since`") : window
  })

/**
 * Returns a function that takes the sessions of a list, page by page, and tells whether all further ones started before `since`.
 *
 * They did if the sessions so far came newest first and the last one started before `since`. Sessions that all started at the
 * same time, or a single one, don't show in which order the list is. If it turns out not to be newest first, the answer stays
 * `false`, and the list is read to its end.
 */
export const makeReachedStart = (window: Window | undefined): ((sessions: ReadonlyArray<Session>) => boolean) => {
  let previous: number | undefined
  let hasOlder = false
  let hasNewer = false
  return (sessions) => {
    for (const { startTime } of sessions) {
      const time = startTime.epochMilliseconds
      if (previous !== undefined) {
        hasOlder ||= time < previous
        hasNewer ||= time > previous
      }
      previous = time
    }
    return window !== undefined && previous !== undefined && previous < window.since && hasOlder && !hasNewer
  }
}

/** Streams pages with only the sessions that started within the window, and ends when all further ones started before it. */
export const inWindow = <E>(
  pages: Stream.Stream<Page<Session, SessionsPosition>, E>,
  window: Window | undefined
): Stream.Stream<Page<Session, SessionsPosition>, E> => {
  if (window === undefined) return pages
  const isWithin = ({ startTime: { epochMilliseconds } }: Session) =>
    window.since <= epochMilliseconds && epochMilliseconds < window.until
  return Stream.suspend(() => {
    const hasReachedStart = makeReachedStart(window)
    return pages.pipe(
      Stream.map((page) => {
        const isLast = hasReachedStart(page.items)
        const items = page.items.filter(isWithin)
        return { isLast, page: { ...page, items, next: isLast ? Option.none() : page.next } }
      }),
      Stream.takeUntil(({ isLast }) => isLast),
      Stream.map(({ page }) => page)
    )
  })
}
