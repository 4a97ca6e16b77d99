/**
 * The site: VitePress builds it from the pages that `build.ts` writes.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { slug } from "github-slugger"
import { type DefaultTheme, defineConfig } from "vitepress"

const docs = join(import.meta.dirname, "..", "..")
const build = join(docs, "build")
const sidebar: Array<DefaultTheme.SidebarItem> = JSON.parse(readFileSync(join(build, "navigation.json"), "utf8"))
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(docs, "..", "packages", "core", "package.json"), "utf8")
)
const base = process.env.SITE_BASE ?? "/"

/** The repository, if the site is built by a workflow of its host or told its address. Otherwise the files on the site itself. */
const { GITHUB_REPOSITORY, GITHUB_SERVER_URL, SITE_SOURCE } = process.env
const host = GITHUB_SERVER_URL === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
const source = SITE_SOURCE ?? host

export default defineConfig({
  title: "effect-rooms",
  description: "A TypeScript SDK, test kit, emulator and command line for audio and video room services",
  lang: "en",
  base,
  srcDir: join(build, "pages"),
  outDir: join(build, "site"),
  cacheDir: join(build, "cache"),
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}logo.svg` }]],
  markdown: {
    // Anchors are the same as on the host, where people read the same documents.
    anchor: { slugify: slug },
    // Their colors have enough contrast for small text.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" }
  },
  // VitePress marks the main content on every page except the home page.
  transformHtml: (html) => html.replace('<div class="VPContent is-home"', '<div role="main" class="VPContent is-home"'),
  // One page of the reference is long.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" },
    sidebar,
    nav: [
      { text: "Guides", link: "/guides/getting-started" },
      { text: "API reference", link: "/api/" },
      { text: version === "0.0.0" ? "Not released yet" : `v${version}`, link: "/changelog" },
      { text: "Source", link: source ?? "/source/" }
    ],
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: {
            // Whoever searches for a word wants to know how to use it; the reference repeats every word many times.
            boostDocument: (id: string) => (/\/(guides|concepts)\//.test(id) ? 8 : /\/api\//.test(id) ? 1 : 3)
          }
        }
      }
    }
  }
})
