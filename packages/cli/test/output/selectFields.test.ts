import { assert, describe, it } from "@effect/vitest"
import { selectFields, valueAt } from "../../src/output/selectFields.ts"

const row: unknown = JSON.parse(
  '{"id":"k","none":null,"deep":{"a":{"b":1,"c":2},"list":[{"x":1}],"x.y":{"z":3},"__proto__":{"p":4},"text":"t"}}'
)

describe("valueAt", () => {
  it("is the value at a path", () => {
    const paths = ["id", "none", "deep.a.b", "deep.list", "deep.x.y", "deep.__proto__.p"]
    assert.deepStrictEqual(
      paths.map((path) => valueAt(row, path)),
      ["k", null, 1, [{ x: 1 }], { z: 3 }, 4]
    )
  })

  it("returns undefined for a missing path, even for a property of every object", () => {
    for (const path of ["ID", "none.a", "id.length", "deep.z", "deep.text.length", "constructor", "toString.name"]) {
      assert.isUndefined(valueAt(row, path), path)
    }
  })
})

describe("picker", () => {
  const picked = (...paths: ReadonlyArray<string>) => JSON.stringify(selectFields(paths)(row))

  it("keeps what is asked for where it was, in the order in which it was asked for", () => {
    assert.strictEqual(picked("deep.a.c", "id", "deep.a.b"), '{"deep":{"a":{"c":2,"b":1}},"id":"k"}')
    assert.strictEqual(picked("deep.x.y", "deep.__proto__.p"), '{"deep":{"x.y":{"z":3},"__proto__":{"p":4}}}')
  })

  it("leaves out the properties of every object", () => {
    assert.strictEqual(picked("deep.a.__proto__", "constructor"), '{"deep":{"a":{}}}')
  })

  it("shows how far there is something", () => {
    assert.strictEqual(picked("none.a", "nowhere", "deep.a.z", "deep.text.z"), '{"none":null,"deep":{"a":{}}}')
  })

  it("gives a whole once, and leaves it as it was", () => {
    assert.strictEqual(picked("deep.a.c", "deep.a"), '{"deep":{"a":{"b":1,"c":2}}}')
    const whole = Object.freeze({ b: Object.freeze({ c: 1, d: 2 }) })
    assert.strictEqual(JSON.stringify(selectFields(["a", "a.b.c"])({ a: whole })), '{"a":{"b":{"c":1,"d":2}}}')
    assert.strictEqual(JSON.stringify(selectFields(["a.b", "a.b.c"])({ a: whole })), '{"a":{"b":{"c":1,"d":2}}}')
  })
})
