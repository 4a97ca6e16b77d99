/** The consequences of a fault, the same for every transport. */
import * as Effect from "effect/Effect"
import { aborted, type BrokenConnection, refused, reset } from "./BrokenConnection.ts"
import type { AppliedFault, Termination } from "./Faults.ts"

type Respond = Extract<Termination, { readonly _tag: "Respond" }>

/** How the body of a response arrives. */
export interface Delivery {
  /** The number of bytes that arrive. */
  readonly bytes: number
  /** They arrive in pieces of this size, with this wait between two of them. */
  readonly pieceBytes: number
  readonly everyMillis: number
  /** What happens after them: the end of the body, nothing ever again, or a broken connection. */
  readonly after: "ends" | "stalls" | BrokenConnection
}

/** Decides how a body of a given length arrives. */
export type DeliveryOf = (length: number) => Delivery

/** A body that arrives at once. */
export const wholeBody: DeliveryOf = (bytes) => ({ bytes, pieceBytes: bytes, everyMillis: 0, after: "ends" })

type Consequence =
  /** The request is answered; only the body of its response may have trouble. */
  | { readonly _tag: "Deliver"; readonly doesWork: true; readonly body: DeliveryOf }
  /** Another response takes the place of the service's own. */
  | { readonly _tag: "Replace"; readonly doesWork: boolean; readonly fault: Respond }
  /** The connection breaks before the first byte of the response. */
  | { readonly _tag: "Break"; readonly doesWork: boolean; readonly connection: BrokenConnection }

const consequences: {
  readonly [Tag in Termination["_tag"]]: (fault: Extract<Termination, { readonly _tag: Tag }>) => Consequence
} = {
  Refuse: () => ({ _tag: "Break", doesWork: false, connection: refused }),
  // mutant: `when === "afterWork", connection` -> `when !== "afterWork", connection`
  Reset: ({ when }) => ({ _tag: "Break", doesWork: when === "afterWork", connection: reset }),
  // mutant: `fault.when === "afterWork", fault` -> `false, fault`
  Respond: (fault) => ({ _tag: "Replace", doesWork: fault.when === "afterWork", fault }),
  Stall: () => ({
    _tag: "Deliver",
    doesWork: true,
    body: () => ({ bytes: 0, pieceBytes: 1, everyMillis: 0, after: "stalls" })
  }),
  Cut: ({ bytes }) => ({
    _tag: "Deliver",
    doesWork: true,
    body: (length) => {
      const arriving = Math.max(0, Math.min(bytes ?? Math.floor(length / 2), length - 1))
      return { bytes: arriving, pieceBytes: arriving, everyMillis: 0, after: aborted }
    }
  }),
  Drip: ({ bytes, everyMillis }) => ({
    _tag: "Deliver",
    doesWork: true,
    body: (length) => ({ bytes: length, pieceBytes: bytes, everyMillis, after: "ends" })
  })
}

const delivered: Consequence = { _tag: "Deliver", doesWork: true, body: wholeBody }

const consequenceOf = <Tag extends Termination["_tag"]>(
  termination: Extract<Termination, { readonly _tag: Tag }> | undefined
): Consequence => {
  if (termination === undefined) return delivered
  const { _tag }: { readonly _tag: Tag } = termination
  return consequences[_tag](termination)
}

/** Whether the service does the work of a request that this fault applies to. */
export const doesWork = ({ termination }: AppliedFault): boolean => consequenceOf(termination).doesWork

/** The steps of a request, for a transport. */
export interface RequestSteps<Response, A, E, R> {
  /** Does the work of the request. */
  readonly work: Effect.Effect<Response, E, R>
  /** Delivers the response of the work. */
  readonly deliver: (response: Response, body: DeliveryOf) => Effect.Effect<A, E, R>
  /** Delivers the response that a fault puts in its place. */
  readonly replace: (fault: Respond) => Effect.Effect<A, E, R>
  /** Breaks the connection. */
  readonly breakOff: (connection: BrokenConnection) => Effect.Effect<A, E, R>
}

/** Carries out a request under the faults that apply to it. */
export const carryOut = <Response, A, E, R>(
  { delayMillis, termination }: AppliedFault,
  { breakOff, deliver, replace, work }: RequestSteps<Response, A, E, R>
): Effect.Effect<A, E, R> => {
  const consequence = consequenceOf(termination)
  switch (consequence._tag) {
    case "Deliver":
      return Effect.flatMap(work, (response) => Effect.delay(deliver(response, consequence.body), delayMillis))
    case "Replace":
    case "Break": {
      const instead = Effect.delay(
        consequence._tag === "Replace" ? replace(consequence.fault) : breakOff(consequence.connection),
        delayMillis
      )
      return consequence.doesWork ? Effect.andThen(work, instead) : instead
    }
  }
}
