/**
 * The navigation beside every page.
 */
import type { DefaultTheme } from "vitepress"
import type { Page, Section } from "./Page.ts"

const linkTo = (page: Page, text = page.title): DefaultTheme.SidebarItem => ({
  text,
  link: `/${page.path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}`
})

const packageOf = ({ title }: Page): string => title.split("/").slice(0, 2).join("/")

/** What leads to the pages, which are given in the order in which they are read. */
export const navigation = (pages: ReadonlyArray<Page>): ReadonlyArray<DefaultTheme.SidebarItem> => {
  const linksIn = (section: Section) => pages.filter((page) => page.section === section).map((page) => linkTo(page))
  const modules = pages.filter(({ path, section }) => section === "API reference" && path !== "api/index.md")
  return [
    ...pages.filter(({ section }) => section === "Start").map((page) => linkTo(page, "Overview")),
    { text: "Guides", items: linksIn("Guides") },
    { text: "Concepts", items: linksIn("Concepts") },
    { text: "Packages", items: linksIn("Packages") },
    {
      text: "API reference",
      link: "/api/",
      items: [...Map.groupBy(modules, packageOf)].map(([name, group]) => ({
        text: name,
        collapsed: true,
        items: group.map((page) => linkTo(page, page.title.slice(name.length + 1) || "index"))
      }))
    },
    { text: "The project", collapsed: true, items: linksIn("The project") }
  ]
}
