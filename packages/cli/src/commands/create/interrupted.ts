/**
 * Reports what became of the room if `rooms create` is interrupted.
 */
import type { RoomId } from "@effect-rooms/core/Identifier"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import { ConnectionLog } from "../../connection/ConnectionLog.ts"
import type { Secrets } from "../../connection/Secrets.ts"
import { Transport } from "../../connection/Transport.ts"
import type { CommandInput } from "../../failure/CommandError.ts"
import { CreateInterrupted } from "../../failure/CreateInterrupted.ts"
import { Interruption } from "../../failure/Interruption.ts"

/** The state of a create while it runs. */
interface Progress {
  /** `false` while the transport certainly has no connection. */
  mayBeConnected: boolean
  isInFlight: boolean
  roomId: RoomId | undefined
}

/** A create is over if the service certainly didn't process it: after 429, or if it was never sent. */
const isOver = (exit: Exit.Exit<{ readonly status: number }, unknown>) =>
  Exit.isSuccess(exit) ? exit.value.status === 429 : !Exit.hasInterrupts(exit)

const watch = (progress: Progress) => (client: HttpClient.HttpClient) =>
  HttpClient.transformResponse(client, (response) =>
    Effect.onExit(
      Effect.suspend(() => {
        progress.isInFlight = true
        return response
      }),
      (exit) =>
        Effect.sync(() => {
          if (isOver(exit)) progress.isInFlight = false
        })
    )
  )

const say = Effect.fnUntraced(function* ({ isInFlight, mayBeConnected, roomId }: Progress, input: CommandInput) {
  if (!isInFlight || !mayBeConnected) return
  const { report } = yield* Effect.promise(() => import("../../failure/report.ts"))
  const interrupted = new CreateInterrupted(roomId === undefined ? {} : { roomId })
  const interruption = yield* Interruption
  yield* Effect.catch(report(Cause.fail(interrupted), input), ({ exitCode }) => interruption.exitWith(exitCode))
})

/** Creates a room and then uses it. If it is interrupted when the room may exist, it reports that and exits with 7. */
export const reportingInterruption = <A extends { readonly roomId: RoomId }, E, R, E2, R2>(
  create: Effect.Effect<A, E, R>,
  use: (created: A) => Effect.Effect<void, E2, R2>,
  input: CommandInput
): Effect.Effect<void, E | E2, R | R2 | Stdio.Stdio | Secrets | Interruption> =>
  Effect.suspend(() => {
    const progress: Progress = { mayBeConnected: true, isInFlight: false, roomId: undefined }
    return create.pipe(
      Effect.provideService(ConnectionLog, {
        onStart: () => {
          progress.mayBeConnected = false
        },
        onConnected: () => {
          progress.mayBeConnected = true
        }
      }),
      Effect.updateService(Transport, (transport) =>
        Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, watch(progress))).pipe(
          Layer.provide(transport)
        )
      ),
      Effect.tap(({ roomId }) =>
        Effect.sync(() => {
          progress.roomId = roomId
        })
      ),
      Effect.flatMap(use),
      Effect.onInterrupt(() => say(progress, input))
    )
  })
