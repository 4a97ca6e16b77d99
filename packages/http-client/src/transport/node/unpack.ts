/**
 * Decompresses bodies. The client doesn't ask for compression, but some gateways compress anyway.
 *
 * It supports exactly the codings that fetch supports, in the same way: several codings on top of each other, deflate with and
 * without a zlib header, and a truncated body as far as it goes.
 */
import type { Buffer } from "node:buffer"
import { Transform, type TransformCallback } from "node:stream"
import * as zlib from "node:zlib"

type Done = (error: Error | null, unpacked: Buffer) => void

/** Decompresses a whole body. Fails if the result is larger than `maxOutputLength` bytes. */
export type Unpack = (bytes: Buffer, options: { readonly maxOutputLength: number }, done: Done) => void

interface Coding {
  readonly unpack: Unpack
  /** Returns a stream that decompresses bytes as they arrive. */
  readonly stream: () => Transform
}

const toTheEnd = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const brotliToTheEnd = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }
const zstdToTheEnd = { finishFlush: zlib.constants.ZSTD_e_flush }

const gzip: Coding = {
  unpack: (bytes, options, done) => zlib.gunzip(bytes, { ...options, ...toTheEnd }, done),
  stream: () => zlib.createGunzip(toTheEnd)
}

/** A zlib header has the method in the lower half of its first byte. Raw deflate never starts with that value. */
const hasHeader = (bytes: Uint8Array) => ((bytes[0] ?? 0) & 0x0f) === 0x08

/** Decompresses deflate, with or without a zlib header. */
class Inflate extends Transform {
  #inflate: zlib.Inflate | zlib.InflateRaw | undefined

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#inflate === undefined) {
      const inflate = hasHeader(chunk) ? zlib.createInflate(toTheEnd) : zlib.createInflateRaw(toTheEnd)
      inflate.on("data", (unpacked) => this.push(unpacked))
      inflate.on("error", (error) => this.destroy(error))
      this.#inflate = inflate
    }
    this.#inflate.write(chunk, done)
  }

  override _flush(done: TransformCallback): void {
    if (this.#inflate === undefined) done()
    else this.#inflate.once("end", done).end()
  }
}

const deflate: Coding = {
  unpack: (bytes, options, done) =>
    (hasHeader(bytes) ? zlib.inflate : zlib.inflateRaw)(bytes, { ...options, ...toTheEnd }, done),
  stream: () => new Inflate()
}

const brotli: Coding = {
  unpack: (bytes, options, done) => zlib.brotliDecompress(bytes, { ...options, ...brotliToTheEnd }, done),
  stream: () => zlib.createBrotliDecompress(brotliToTheEnd)
}

const zstd: Coding = {
  unpack: (bytes, options, done) => zlib.zstdDecompress(bytes, { ...options, ...zstdToTheEnd }, done),
  stream: () => zlib.createZstdDecompress(zstdToTheEnd)
}

const codings: ReadonlyMap<string, Coding> = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", deflate],
  ["br", brotli],
  ["zstd", zstd]
])

/** More codings than anybody uses. Each one can multiply the size of the body. */
const mostCodings = 5

/** Returns the codings of a body, the last one first, or none if one of them is unknown, like fetch. */
const codingsOf = (contentEncoding: string | undefined): ReadonlyArray<Coding> => {
  const names = contentEncoding?.split(",").map((name) => name.trim().toLowerCase()) ?? []
  const known = names.flatMap((name) => codings.get(name) ?? [])
  return known.length === names.length && known.length <= mostCodings ? known.reverse() : []
}

/** Between two codings, a body may be slightly larger than the limit for the result. */
const between = ({ maxOutputLength }: { readonly maxOutputLength: number }) => ({
  maxOutputLength: Math.ceil(maxOutputLength * 1.01 + 1_024)
})

/** Returns the function that decompresses a content coding, or `undefined` if the coding is unknown. */
export const unpackOf = (contentEncoding: string | undefined): Unpack | undefined => {
  const [first, ...more] = codingsOf(contentEncoding)
  if (first === undefined) return undefined
  return more.reduce<Unpack>(
    (outer, { unpack }) =>
      (bytes, options, done) =>
        outer(bytes, between(options), (error, unpacked) =>
          error === null ? unpack(unpacked, options, done) : done(error, unpacked)
        ),
    first.unpack
  )
}

/** Returns the streams that decompress a body, in the order in which to apply them. */
export const unpackStreamsOf = (contentEncoding: string | undefined): ReadonlyArray<Transform> =>
  codingsOf(contentEncoding).map(({ stream }) => stream())

/** Returns whether decompression failed because the result exceeds `maxOutputLength`. */
export const isTooLarge = (error: Error): boolean => "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
