/**
 * A body that came compressed. Nothing asks for that, and some gateways do it unasked.
 */
import type { Buffer } from "node:buffer"
import * as zlib from "node:zlib"

/** Gives the bytes that were packed, or fails where there are more than `maxOutputLength` of them. */
export type Unpack = (
  bytes: Buffer,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, unpacked: Buffer) => void
) => void

const codings: Readonly<Record<string, Unpack>> = {
  gzip: zlib.gunzip,
  "x-gzip": zlib.gunzip,
  deflate: zlib.inflate,
  br: zlib.brotliDecompress,
  zstd: zlib.zstdDecompress
}

/** How bodies of a content coding are unpacked. What is not known stays as it is, as with fetch. */
export const unpackOf = (contentEncoding: string | undefined): Unpack | undefined =>
  contentEncoding === undefined ? undefined : codings[contentEncoding.trim().toLowerCase()]

/** Whether there were more than `maxOutputLength`. */
export const isTooLarge = (error: Error): boolean => "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
