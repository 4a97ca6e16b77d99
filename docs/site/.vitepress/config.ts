/**
 * The site: VitePress builds it from the pages that `build.ts` writes.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { slug } from "github-slugger"
import { type DefaultTheme, defineConfig } from "vitepress"

const build = join(import.meta.dirname, "..", "..", "build")
const sidebar: Array<DefaultTheme.SidebarItem> = JSON.parse(readFileSync(join(build, "navigation.json"), "utf8"))

export default defineConfig({
  title: "effect-rooms",
  description: "The Effect SDK, test kit, emulator and command line for a room and session service",
  lang: "en",
  base: process.env.SITE_BASE ?? "/",
  srcDir: join(build, "pages"),
  outDir: join(build, "site"),
  cacheDir: join(build, "cache"),
  head: [["link", { rel: "icon", href: "data:," }]],
  // Anchors are those of the forge, where the same documents are read.
  markdown: { anchor: { slugify: slug } },
  // One page of the reference is long.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    sidebar,
    nav: [
      { text: "Guides", link: "/guides/getting-started" },
      { text: "API reference", link: "/api/" }
    ],
    outline: [2, 3],
    search: { provider: "local" }
  }
})
