import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "../../site/Page.ts"
import { type Reference, readReference, referencePages } from "../../site/reference.ts"
import { undocumented } from "../../site/undocumented.ts"
import { root } from "../../src/Document.ts"

const basePath = join(root, "docs", "test", "fixtures", "reference")

describe("the API reference", () => {
  let reference: Reference
  let page: Page | undefined
  beforeAll(async () => {
    reference = await readReference({
      basePath,
      entryPoints: [join(basePath, "*.ts")],
      tsconfig: join(basePath, "tsconfig.json"),
      importName: (module) => `fixture/${module}`
    })
    const pages = await referencePages(reference)
    page = pages.find(({ path }) => path === "api/fixture/Parcels.md")
  }, 60_000)

  const has = (text: string) => {
    assert.isDefined(page)
    assert.include(page.markdown, text)
  }

  it("has a page for each module, by the name that it is imported by", () => {
    assert.strictEqual(page?.title, "fixture/Parcels")
    assert.strictEqual(page?.summary, "Parcels, as a package would export them.")
  })

  it("shows a service as its methods, with the types as they are written", () => {
    has("### Parcels {#parcels}\n\nSends parcels.")
    has(
      "##### find {#find}\n\n```ts\nreadonly find: (parcelId: string) => Effect.Effect<Parcel, ParcelNotFound>;\n```\n\nFinds a parcel."
    )
    has("`Effect.Effect`\\<[`Parcel`](#parcel), [`ParcelNotFound`](#parcelnotfound)\\>")
  })

  it("shows a schema once, as what it describes", () => {
    has("### Parcel {#parcel}\n\nWhat is sent.\n\nThe value of the same name is its schema.")
    has("readonly weight: number;\n```\n\nIn grams.")
    assert.notInclude(page?.markdown ?? "", "Struct<")
  })

  it("names what a schema describes where another one has it", () => {
    has("readonly parcels: readonly Parcel[];")
  })

  it("shows what a class or an interface extends only where that can be read", () => {
    assert.deepStrictEqual(page?.markdown.match(/(?<=Extends \{#.*\}\n\n).*/g), ["- `Iterable`\\<`string`\\>"])
  })

  it("shows a tagged error as its fields", () => {
    has("### ParcelNotFound {#parcelnotfound}\n\nThere is no such parcel.")
    has("readonly parcelId: string;")
    assert.notInclude(page?.markdown ?? "", "Inherited from")
    assert.notInclude(page?.markdown ?? "", "Constructor")
  })

  it("lists what has no docstring, once for each name", () => {
    assert.deepStrictEqual(undocumented(reference.project), [
      "fixture/Parcels.Parcels.send has no docstring",
      "fixture/Parcels.heaviest has no docstring",
      "fixture/Parcels.isHeavy has no docstring"
    ])
  })
})
