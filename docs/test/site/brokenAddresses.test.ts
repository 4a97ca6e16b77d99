import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { brokenAddresses } from "../../site/brokenAddresses.ts"

describe("broken addresses", () => {
  const site = mkdtempSync(join(tmpdir(), "site-"))
  const pageOf = (...addresses: ReadonlyArray<string>) =>
    writeFileSync(
      join(site, "guides", "a.html"),
      addresses.map((address) => `<a class="link" href="${address}">a</a>`).join()
    )

  beforeAll(() => {
    mkdirSync(join(site, "guides"))
    writeFileSync(join(site, "index.html"), '<h1 id="top">a</h1>')
    writeFileSync(join(site, "guides", "index.html"), '<h1 id="über">a</h1>')
    writeFileSync(join(site, "llms.txt"), "a")
  })
  afterAll(() => rmSync(site, { recursive: true }))

  it("are none where every link leads to a page, a file or an anchor", () => {
    pageOf(
      "/",
      "/#top",
      "./",
      "./index.html#%C3%BCber",
      "../",
      "/llms.txt",
      "/guides/?a=b&amp;c=d",
      "#",
      "https://a.b/c",
      "mailto:a@b"
    )
    assert.deepStrictEqual(brokenAddresses(site), [])
  })

  for (const [address, problem] of [
    ["/guides/b.html", "leads nowhere"],
    ["b.html", "leads nowhere"],
    ["/#bottom", "leads to an anchor that its page doesn't have"],
    ["#here", "leads to an anchor that its page doesn't have"]
  ]) {
    it(`are told: ${address}`, () => {
      pageOf("/", `${address}`)
      assert.deepStrictEqual(brokenAddresses(site), [`guides/a.html: ${address} ${problem}`])
    })
  }

  it("are counted from where the site is served", () => {
    pageOf("/rooms/#top", "/rooms/guides/b.html", "/")
    assert.deepStrictEqual(brokenAddresses(site, "/rooms/"), [
      "guides/a.html: /rooms/guides/b.html leads nowhere",
      "guides/a.html: / leads out of the site"
    ])
  })
})
