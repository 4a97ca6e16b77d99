import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Recorded from "../../src/Recorded.ts"
import { type Answer, createRoom, file, json, layerScript, MemoryDisk, recording, send } from "../fixtures/recording.ts"

const metrics = { totalSessions: 1, totalDuration: 2, totalUsers: 3, recordingCount: 4, livestreamCount: 5 }

const freed = (disk: MemoryDisk) =>
  Effect.sync(() => {
    disk.room = 10_000
  })

describe("Recorded.layerRecord", () => {
  it.effect("writes one exchange after another, even if several end at the same time", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      disk.isSlow = true
      yield* recording(
        disk,
        layerScript(json(metrics)),
        Effect.forEach(Array.from({ length: 20 }), () => send("/metrics"), { concurrency: "unbounded" })
      )
      assert.strictEqual(disk.exchanges.length, 20)
    })
  )

  it.effect("appends nothing to a truncated line, even if the disk has space again", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk(100)
      disk.isSlow = true
      const exits = yield* recording(
        disk,
        layerScript(json(metrics)),
        Effect.forEach([1, 2, 3], () => Effect.ensuring(Effect.exit(send("/metrics")), freed(disk)), {
          concurrency: "unbounded"
        })
      )
      assert.deepStrictEqual(exits.map(Exit.isFailure), [true, true, true])
      assert.strictEqual(disk.text.length, 100)
    })
  )

  it.effect("doesn't touch an existing file without overwrite", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      disk.files.set(file, "precious")
      const record = (overwrite?: boolean) =>
        recording(disk, layerScript(json(metrics)), send("/metrics"), overwrite === undefined ? {} : { overwrite })
      const error = yield* Effect.flip(record())
      assert(error._tag === "RecordedError")
      assert.match(error.message, /^recording\.ndjson: exists already/)
      assert.strictEqual(disk.text, "precious")
      yield* record(true)
      assert.strictEqual(disk.exchanges.length, 1)
    })
  )

  it.effect("rejects a second recording to the same file", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const script = layerScript(json(metrics))
      const second = Layer.build(Recorded.layerRecord({ file }).pipe(Layer.provide([script, disk.layer])))
      const error = yield* recording(disk, script, Effect.scoped(Effect.flip(second)))
      assert.match(error.message, /another recording may be writing to it/)
    })
  )

  it.effect("sends no more requests after a write fails", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk(100)
      let sent = 0
      const counted: Answer = (request) => {
        sent += 1
        return json(metrics)(request)
      }
      yield* recording(
        disk,
        layerScript(counted),
        Effect.gen(function* () {
          for (let tries = 0; tries < 3; tries++) {
            const { reason } = yield* Effect.flip(send(createRoom, { body: { roomLocked: false } }))
            assert(reason._tag === "TransportError" && reason.cause instanceof Recorded.RecordedError)
            assert.match(reason.cause.message, /cannot be written/)
          }
        })
      )
      assert.strictEqual(sent, 1)
    })
  )
})
