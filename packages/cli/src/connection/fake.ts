/**
 * The services of `--fake`: an office that is made up. A module of its own, so that a start loads no more of the test kit than this.
 */
import { layer } from "@effect-rooms/testing/FakeRooms"
import { office } from "@effect-rooms/testing/Scenario"
import * as Layer from "effect/Layer"

// What is generated has happened: there is nothing in it to refuse.
export const layerFake = Layer.orDie(layer({ scenario: office({ sessions: 100 }) }))
