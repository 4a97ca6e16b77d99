/**
 * Bodies that come compressed. Nothing asks for that, and some gateways do it unasked.
 *
 * What fetch unpacks is unpacked, and in the same way: several codings on top of each other, deflate with and without the
 * header of zlib, and a body that lacks its last bytes as far as it goes.
 */
import type { Buffer } from "node:buffer"
import { Transform, type TransformCallback } from "node:stream"
import * as zlib from "node:zlib"

type Done = (error: Error | null, unpacked: Buffer) => void

/** Unpacks a whole body, or fails if there are more than `maxOutputLength` bytes of it. */
export type Unpack = (bytes: Buffer, options: { readonly maxOutputLength: number }, done: Done) => void

interface Coding {
  readonly unpack: Unpack
  /** The same, as the bytes come. */
  readonly stream: () => Transform
}

const toTheEnd = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const brotliToTheEnd = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }
const zstdToTheEnd = { finishFlush: zlib.constants.ZSTD_e_flush }

const gzip: Coding = {
  unpack: (bytes, options, done) => zlib.gunzip(bytes, { ...options, ...toTheEnd }, done),
  stream: () => zlib.createGunzip(toTheEnd)
}

/** The header of zlib names the method in the lower half of its first byte; without one, that would be a reserved block. */
const hasHeader = (bytes: Uint8Array) => ((bytes[0] ?? 0) & 0x0f) === 0x08

/** Deflate, whose first byte tells whether it has the header of zlib. */
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

/** More than anybody packs; each of them may multiply what it is given. */
const mostCodings = 5

/** The codings of a body, the last one first; none where one of them is not known, as with fetch. */
const codingsOf = (contentEncoding: string | undefined): ReadonlyArray<Coding> => {
  const names = contentEncoding?.split(",").map((name) => name.trim().toLowerCase()) ?? []
  const known = names.flatMap((name) => codings.get(name) ?? [])
  return known.length === names.length && known.length <= mostCodings ? known.reverse() : []
}

/** What is in between two codings may be a little larger than what is allowed in the end. */
const between = ({ maxOutputLength }: { readonly maxOutputLength: number }) => ({
  maxOutputLength: Math.ceil(maxOutputLength * 1.01 + 1_024)
})

/** How bodies of a content coding are unpacked. What is not known stays as it is, as with fetch. */
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

/** The streams that unpack a body, in the order in which it goes through them. */
export const unpackStreamsOf = (contentEncoding: string | undefined): ReadonlyArray<Transform> =>
  codingsOf(contentEncoding).map(({ stream }) => stream())

/** Whether there were more than `maxOutputLength`. */
export const isTooLarge = (error: Error): boolean => "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
