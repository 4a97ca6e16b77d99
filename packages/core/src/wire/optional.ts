/**
 * Values that may be missing from a response: absent and `null` mean the same.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { absent, type FastDecoder, fastDecoderOf, notHandled, withFastPath } from "./fastDecoder.ts"

/** Returns a schema that decodes absent and `null` to `Option.none`, which encodes as `null` or leaves the key out. */
export const optional = <S extends Schema.Top>(schema: S, noneEncodesAs: "null" | "absent") =>
  withFastPath(
    Schema.optionalKey(Schema.NullOr(schema)).pipe(
      Schema.decodeTo(Schema.Option(Schema.toType(schema)), {
        decode: SchemaGetter.transformOptional((input: Option.Option<S["Type"] | null>) =>
          Option.some(Option.flatMap(input, Option.fromNullOr))
        ),
        encode: SchemaGetter.transformOptional((value: Option.Option<Option.Option<S["Type"]>>) =>
          noneEncodesAs === "absent" ? Option.flatten(value) : Option.map(value, Option.getOrNull)
        )
      })
    ),
    optionalFastDecoder(fastDecoderOf(schema.ast))
  )

const optionalFastDecoder = (read: FastDecoder | undefined): FastDecoder | undefined =>
  read === undefined
    ? undefined
    : (wire) => {
        if (wire === null || wire === absent) return Option.none()
        const value = read(wire)
        return value === notHandled ? notHandled : Option.some(value)
      }
