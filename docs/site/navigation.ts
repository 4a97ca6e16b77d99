/**
 * The sidebar.
 */
import type { DefaultTheme } from "vitepress"
import type { Page, Section } from "./Page.ts"

const linkTo = (page: Page, text = page.title): DefaultTheme.SidebarItem => ({
  text,
  link: `/${page.path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}`
})

/** Links a group to its first page. */
const linkOf = ([first]: ReadonlyArray<Page>): DefaultTheme.SidebarItem =>
  first === undefined ? {} : { link: linkTo(first).link ?? "" }

const packageOf = ({ title }: Page): string => title.split("/").slice(0, 2).join("/")

/** Returns the sidebar for pages in reading order. */
export const navigation = (pages: ReadonlyArray<Page>): ReadonlyArray<DefaultTheme.SidebarItem> => {
  const linksIn = (section: Section) => pages.filter((page) => page.section === section).map((page) => linkTo(page))
  const inProject = pages.filter(({ section }) => section === "The project")
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
        // A group without a link would be a button with another button in it, which screen readers can't tell apart.
        ...linkOf(group),
        collapsed: true,
        items: group.map((page) => linkTo(page, page.title.slice(name.length + 1) || "index"))
      }))
    },
    { text: "The project", ...linkOf(inProject), collapsed: true, items: inProject.map((page) => linkTo(page)) }
  ]
}
