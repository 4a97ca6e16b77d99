/**
 * The quirks and faults of an emulator, from the flags.
 */
import { fromSchemaError } from "@effect-rooms/core/unstable"
import { Fault } from "@effect-rooms/testing/Fault"
import * as Quirks from "@effect-rooms/testing/Quirks"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { UsageError } from "../../failure/UsageError.ts"

const wrongQuirk = (problem: string) => new UsageError({ problem: `--quirk ${problem}` })

/** Reads texts such as `errorBody=html`. The last one for a quirk wins. */
export const readQuirks = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const known = new Map<string, ReadonlyArray<string | number>>(
    Object.entries(Quirks.Quirks.fields).map(([name, { literals }]) => [name, literals])
  )
  const readings: Record<string, string | number> = {}
  for (const text of texts) {
    const [, name = text, value] = /^([^=]*)=(.*)$/s.exec(text) ?? []
    const possible = known.get(name)
    if (possible === undefined) {
      return yield* wrongQuirk(`${text}: unknown quirk "${name}"; the quirks are: ${[...known.keys()].join(", ")}`)
    }
    const reading = possible.find((reading) => String(reading) === value)
    if (reading === undefined) {
      return yield* wrongQuirk(`${text}: use ${possible.map((reading) => `${name}=${reading}`).join(", ")}`)
    }
    readings[name] = reading
  }
  return yield* Effect.orDie(Schema.decodeUnknownEffect(Quirks.SomeQuirks)(readings))
})

const wrongFault = (text: string, problem: string) => new UsageError({ problem: `--fault ${text}: ${problem}` })

/** Reads the JSON of faults. Unknown fields are rejected, so that a misspelled optional field doesn't go unnoticed. */
export const readFaults = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const decode = Schema.decodeUnknownEffect(Fault, { onExcessProperty: "error" })
  return yield* Effect.forEach(texts, (text) =>
    Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: () => wrongFault(text, "not JSON")
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
