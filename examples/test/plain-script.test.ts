import { assert, layer } from "@effect/vitest"
import { Emulator } from "@effect-rooms/emulator"
import { RoomsClient } from "@effect-rooms/promise"
import { defaultApiKey, Scenario } from "@effect-rooms/testing"
import { Effect, Redacted } from "effect"
import { minutesByRoom } from "../plain-script.ts"

const scenario = Scenario.make(
  Scenario.room("Stand-up")
    .session({ ago: "2 days", lasts: "15 minutes", participants: ["Ada"] })
    .session({ ago: "1 day", lasts: "20 minutes", participants: ["Ada"] }),
  Scenario.room("Never used")
)

layer(Emulator.layer({ scenario }), { excludeTestServices: true })("plain-script", (it) => {
  const withClient = <A>(use: (client: RoomsClient) => Promise<A>) =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const client = new RoomsClient({ baseUrl: url, apiKey: Redacted.value(defaultApiKey) })
      return yield* Effect.promise(() => use(client).finally(() => client.close()))
    })

  it.effect("adds up the sessions of each room", () =>
    Effect.gen(function* () {
      const minutes = yield* withClient((client) => minutesByRoom(client, new Date(0)))
      assert.deepStrictEqual(Object.fromEntries(minutes), { "Stand-up": 35 })
    })
  )

  it.effect("stops when its signal is aborted", () =>
    Effect.gen(function* () {
      const reason = new Error("enough")
      const rejection = yield* withClient((client) =>
        minutesByRoom(client, new Date(0), AbortSignal.abort(reason)).then(
          () => "resolved",
          (error: unknown) => error
        )
      )
      assert.strictEqual(rejection, reason)
    })
  )
})
