/**
 * Where on the site a file of the repository is shown. All paths are relative: to the top of the repository, and of the site.
 */
import { packageName, packages } from "./packages.ts"

const images = /\.(?:svg|png|jpe?g|gif|webp)$/

/** Whether a file is shown as it is, inside a page. */
export const isImage = (file: string): boolean => images.test(file)

/** Returns the page of a README, a guide or a concept. The home page is another one: see `home.ts`. */
export const documentPage = (file: string): string =>
  file
    .replace(/^README\.md$/, "overview.md")
    .replace(/^docs\/(?=(?:guides|concepts|design)\/)/, "")
    .replace(/(^|\/)README\.md$/, "$1index.md")

/** The page that shows any other file, or what is in a folder. */
export const sourcePage = (file: string, isFolder: boolean): string => `source/${file}${isFolder ? "/index" : ""}.md`

/** The page of the API reference for a module, if the file is one that a package exports. */
export const referencePage = (file: string): string | undefined => {
  const [, folder, module] = /^packages\/([^/]+)\/src\/([^/]+)\.ts$/.exec(file) ?? []
  const exporting = packages.find((name) => name === folder)
  return exporting === undefined || module === "index" ? undefined : `api/${packageName(exporting)}/${module}.md`
}
