/**
 * The API reference: one page for each module that a package exports, from its docstrings.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Application, type Context, Converter, type ProjectReflection } from "typedoc"
import { load as loadMarkdown, type PluginOptions } from "typedoc-plugin-markdown"
import { root } from "../src/Document.ts"
import { withAnchors } from "./anchors.ts"
import { teachEffect } from "./effectTypes.ts"
import { inReadingOrder } from "./order.ts"
import { makePage, type Page } from "./Page.ts"
import { entryModules, packageName, packages } from "./packages.ts"

const layout: Partial<PluginOptions> = {
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useHTMLAnchors: true,
  useCodeBlocks: true,
  expandObjects: true,
  expandParameters: true,
  parametersFormat: "table",
  entryFileName: "index"
}

/** What the docstrings say. */
export interface Reference {
  readonly app: Application
  readonly project: ProjectReflection
}

/** Modules of TypeScript, and how they are named. */
export interface Sources {
  readonly entryPoints: ReadonlyArray<string>
  /** Modules are named by their paths from here. */
  readonly basePath: string
  readonly tsconfig: string
  /** The name by which a module is imported. */
  readonly importName: (module: string) => string
}

const exported: Sources = {
  entryPoints: packages.flatMap(entryModules),
  basePath: join(root, "packages"),
  tsconfig: join(root, "docs", "tsconfig.reference.json"),
  importName: (module) => {
    const [folder = "", , ...path] = module.split("/")
    return [packageName(folder), ...path].join("/").replace(/\/index$/, "")
  }
}

/** Reads the docstrings: those of all modules that the packages export, unless told otherwise. */
export const readReference = async ({ importName, ...sources }: Sources = exported): Promise<Reference> => {
  const app = await Application.bootstrapWithPlugins({
    ...layout,
    plugin: [loadMarkdown],
    ...sources,
    entryPoints: [...sources.entryPoints],
    name: "API reference",
    readme: "none",
    excludeExternals: true,
    disableSources: true,
    skipErrorChecking: true,
    logLevel: "Warn",
    router: "module",
    hideGenerator: true
  })
  teachEffect(app)
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const module of project.children ?? []) module.name = importName(module.name)
  })
  const project = await app.convert()
  if (project === undefined || app.logger.hasErrors()) throw new Error("the docstrings cannot be read")
  app.validate(project)
  if (app.logger.hasWarnings()) throw new Error("a docstring leads nowhere")
  return { app, project }
}

const pagesIn = (folder: string): ReadonlyArray<Page> =>
  globSync("**/*.md", { cwd: folder })
    .sort()
    .map((file) => makePage(`api/${file}`, "API reference", withAnchors(readFileSync(join(folder, file), "utf8"))))

const indexPage = (modules: ReadonlyArray<Page>): Page => {
  const lists = packages.map((folder) => {
    const name = packageName(folder)
    const entries = modules
      .filter(({ title }) => title === name || title.startsWith(`${name}/`))
      .map(({ path, summary, title }) => `- [${title}](/${path}): ${summary}`)
    return `## ${name}\n\n${entries.join("\n")}\n`
  })
  const opening =
    "Every module that you can import. The packages' own names export the ones that most programs need. Start with the five services."
  return makePage("api/index.md", "API reference", `# API reference\n\n${opening}\n\n${lists.join("\n")}`)
}

/** The pages of the reference. Its links are between them. */
export const referencePages = async ({ app, project }: Reference): Promise<ReadonlyArray<Page>> => {
  const folder = mkdtempSync(join(tmpdir(), "reference-"))
  try {
    app.options.setValue("outputs", [{ name: "markdown", path: folder }])
    await app.generateOutputs(project)
    if (app.logger.hasErrors()) throw new Error("the API reference cannot be written")
    const modules = inReadingOrder(pagesIn(folder).filter(({ path }) => path !== "api/index.md"))
    return [indexPage(modules), ...modules]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
