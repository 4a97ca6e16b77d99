import { assert, describe, it } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core/Identifier"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import { reportingInterruption } from "../../../src/commands/create/interrupted.ts"
import { Secrets } from "../../../src/connection/Secrets.ts"
import { Transport } from "../../../src/connection/Transport.ts"
import { Interruption } from "../../../src/failure/Interruption.ts"
import { makeOutput } from "../../fixtures/command.ts"

const answering = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) => Effect.succeed(HttpClientResponse.fromWeb(request, new Response("{}"))))
)

describe("an interrupted create", () => {
  it.effect("reports the room if the service has responded and nothing was printed yet", () =>
    Effect.gen(function* () {
      const { stderr, stdout, written } = makeOutput()
      const interruption = Interruption.make()
      const printing = yield* Deferred.make<void>()
      const create = Effect.gen(function* () {
        const transport = yield* Transport
        yield* Effect.orDie(Effect.provide(HttpClient.get("http://127.0.0.1/"), transport))
        return { roomId: RoomId.make("abc-defg-hij") }
      })
      const print = () => Effect.andThen(Deferred.succeed(printing, undefined), Effect.never)
      const running = yield* reportingInterruption(create, print, {}).pipe(
        Effect.provideService(Transport, answering),
        Effect.provide([Stdio.layerTest({ stdout, stderr }), Secrets.layer]),
        Effect.provideService(Interruption, interruption),
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord({}))),
        Effect.forkChild
      )
      yield* Deferred.await(printing)
      yield* Fiber.interrupt(running)
      assert.strictEqual(written.stderr.text(), "rooms: interrupted: room abc-defg-hij was created\n")
      assert.strictEqual(interruption.exitCode(), 7)
    })
  )
})
