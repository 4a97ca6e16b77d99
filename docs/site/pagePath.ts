/**
 * Maps files of the repository to pages of the site. All paths are relative to the top of the repository or of the site.
 */
import { packageName, packages } from "./packages.ts"

const images = /\.(?:svg|png|jpe?g|gif|webp)$/

/** Returns whether a file is an image. */
export const isImage = (file: string): boolean => images.test(file)

/** Returns the page of a README, a guide or a concept. The home page is another one: see `home.ts`. */
export const documentPage = (file: string): string =>
  file
    .replace(/^README\.md$/, "overview.md")
    .replace(/^docs\/(?=(?:guides|concepts|design)\/)/, "")
    .replace(/(^|\/)README\.md$/, "$1index.md")

/** Returns the page that shows any other file, or the content of a folder. */
export const sourcePage = (file: string, isFolder: boolean): string => `source/${file}${isFolder ? "/index" : ""}.md`

/** Returns the page of the API reference for a module, if its package exports it. */
export const referencePage = (file: string): string | undefined => {
  const [, folder, module] = /^packages\/([^/]+)\/src\/([^/]+)\.ts$/.exec(file) ?? []
  const exporting = packages.find((name) => name === folder)
  return exporting === undefined || module === "index" ? undefined : `api/${packageName(exporting)}/${module}.md`
}
