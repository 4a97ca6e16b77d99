/**
 * The error of a `rooms create` that was interrupted.
 */
import type { RoomId } from "@effect-rooms/core/Identifier"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import { ConnectionLog, type Connections } from "../../connection/ConnectionLog.ts"
import { Transport } from "../../connection/Transport.ts"
import { CreateInterrupted } from "../../failure/CreateInterrupted.ts"
import { exitsWith } from "../../failure/Interruption.ts"
import type { ReportInput } from "../../failure/report.ts"

/** The state of a create while it runs. */
interface Progress {
  readonly connections: Connections
  isInFlight: boolean
  roomId: RoomId | undefined
}

/** A create is sent again only if the service certainly refused it, by 429 or before it was sent. */
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

const say = Effect.fnUntraced(function* ({ connections, isInFlight, roomId }: Progress, input: ReportInput) {
  if (!isInFlight || !connections.mayBeConnected) return
  const { report } = yield* Effect.promise(() => import("../../failure/report.ts"))
  const interrupted = new CreateInterrupted(roomId === undefined ? {} : { roomId })
  yield* Effect.catch(report(Cause.fail(interrupted), input), ({ exitCode }) => exitsWith(exitCode))
})

/** Runs a create, and then what is done with the room. If it is interrupted when there may be a room, it says so and ends with 7. */
export const sayingWhatBecame = <A extends { readonly roomId: RoomId }, E, E2>(
  create: Effect.Effect<A, E, Stdio.Stdio>,
  use: (created: A) => Effect.Effect<void, E2, Stdio.Stdio>,
  input: ReportInput
): Effect.Effect<void, E | E2, Stdio.Stdio> =>
  Effect.suspend(() => {
    const progress: Progress = { connections: { mayBeConnected: true }, isInFlight: false, roomId: undefined }
    return create.pipe(
      Effect.provideService(ConnectionLog, progress.connections),
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
