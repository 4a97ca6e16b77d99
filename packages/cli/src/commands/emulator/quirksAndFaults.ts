/**
 * How an emulator differs from the usual one: quirks and faults, as flags give them.
 */
import { fromSchemaError } from "@effect-rooms/core/unstable"
import { Fault } from "@effect-rooms/testing/Fault"
import * as Quirks from "@effect-rooms/testing/Quirks"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { UsageError } from "../../failure/UsageError.ts"

const wrongQuirk = (problem: string) => new UsageError({ problem: `--quirk ${problem}` })

/** Texts such as `errorBody=html`. Of two for the same quirk the last one counts. */
export const readQuirks = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const known = new Map<string, ReadonlyArray<string | number>>(
    Object.entries(Quirks.Quirks.fields).map(([name, { literals }]) => [name, literals])
  )
  const readings: Record<string, string | number> = {}
  for (const text of texts) {
    const [, name = text, value] = /^([^=]*)=(.*)$/s.exec(text) ?? []
    const possible = known.get(name)
    if (possible === undefined) {
      return yield* wrongQuirk(`${text}: there is no quirk "${name}"; there are ${[...known.keys()].join(", ")}`)
    }
    const reading = possible.find((reading) => String(reading) === value)
    if (reading === undefined) {
      return yield* wrongQuirk(`${text}: it can be ${possible.map((reading) => `${name}=${reading}`).join(", ")}`)
    }
    readings[name] = reading
  }
  return yield* Effect.orDie(Schema.decodeUnknownEffect(Quirks.SomeQuirks)(readings))
})

const wrongFault = (text: string, problem: string) => new UsageError({ problem: `--fault ${text}: ${problem}` })

/** JSON of faults. A field that is not known is refused, because a typing error in an optional one would go unnoticed. */
export const readFaults = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const decode = Schema.decodeUnknownEffect(Fault, { onExcessProperty: "error" })
  return yield* Effect.forEach(texts, (text) =>
    Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: () => wrongFault(text, "is not JSON")
    }).pipe(
      Effect.flatMap((json) =>
        Effect.mapError(decode(json), (error) => {
          const { path, problem } = fromSchemaError(error)
          return wrongFault(text, path === "" ? problem : `${path}: ${problem}`)
        })
      )
    )
  )
})
