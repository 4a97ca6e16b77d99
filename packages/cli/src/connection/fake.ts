/**
 * The services of `--fake`: a generated office. It is a separate module, so that it is loaded only with --fake.
 */
import { layer } from "@effect-rooms/testing/FakeRooms"
import { office } from "@effect-rooms/testing/Scenario"
import * as Layer from "effect/Layer"

// A generated scenario is always valid.
export const layerFake = Layer.orDie(layer({ scenario: office({ sessions: 100 }) }))
