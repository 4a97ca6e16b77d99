import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Operations } from "@effect-rooms/core/Backend"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import { differenceOf } from "./fixtures/differential/run.ts"
import { makeSteps } from "./fixtures/differential/steps.ts"
import type { Doors } from "./fixtures/doors.ts"

// The long run takes 100 000 steps.
const seeds = Array.from({ length: inject("soak") ? 40 : 10 }, (_, index) => `${index}`)
const stepCount = inject("soak") ? 2_500 : 1_000

/** After how many steps all that is known of both worlds is compared. */
const every = 500

describe("the fake and the HTTP door", () => {
  // Thousands of errors are made, and nobody reads where: that would be a tenth of the time.
  const limit = Error.stackTraceLimit
  beforeAll(() => {
    Error.stackTraceLimit = 0
  })
  afterAll(() => {
    Error.stackTraceLimit = limit
  })

  it.effect.each(seeds)(
    `give the same answers, the same errors and the same worlds in ${stepCount} steps: seed %s`,
    (seed) =>
      Effect.gen(function* () {
        const difference = yield* differenceOf({ seed }, yield* makeSteps(seed, stepCount), every)
        assert.isUndefined(difference, difference)
      }),
    // If there is a difference, the test looks for a short run that shows it.
    120_000
  )

  it.effect("differ if one is broken: the report has the first different step and a short run that reproduces it", () =>
    Effect.gen(function* () {
      const losesPeople = (backend: Operations): Operations => ({
        ...backend,
        liveParticipants: (request) =>
          Effect.map(backend.liveParticipants(request), ({ count, participants }) => ({
            count,
            participants: participants.slice(1)
          }))
      })
      const change = ({ http, memory }: Doors): Doors => ({
        memory,
        http: { ...http, backends: http.backends.map(losesPeople) }
      })
      const run = { seed: "broken", change }
      const difference = (yield* differenceOf(run, yield* makeSteps(run.seed, 200), every)) ?? ""
      assert.match(
        difference,
        /^seed broken: behind step \d+ the doors differ in the answer\n\.success\.participants\.0\n {2}in memory: {/
      )
      // A room, or a past with one; somebody in it; and who asks.
      assert.match(difference, /has [23] steps:\n( {2}\d .*\n)* {2}\d .*operation: 'liveParticipants'.*\n\.success/)
    })
  )
})
