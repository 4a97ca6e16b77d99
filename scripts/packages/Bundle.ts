/** A program bundled for where there is no Node. */
import { build, type Metafile } from "esbuild"

export interface Bundle {
  readonly contents: Uint8Array
  /** What it still imports from outside. */
  readonly outside: ReadonlyArray<string>
}

const outsideOf = ({ outputs }: Metafile): ReadonlyArray<string> => [
  ...new Set(
    Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external === true).map(({ path }) => path)
    )
  )
]

export interface BundleOptions {
  /** Paths of modules that are no part of it. */
  readonly external?: ReadonlyArray<string>
  readonly platform?: "browser" | "node"
  readonly minify?: boolean
  /** Where packages are found that the program's own folder does not have. */
  readonly nodePaths?: ReadonlyArray<string>
}

/** Bundles the text of a program as if it stood in `folder`. */
export const bundle = async (folder: string, program: string, options: BundleOptions = {}): Promise<Bundle> => {
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents: program, resolveDir: folder, loader: "ts" },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2023",
    platform: options.platform ?? "browser",
    minify: options.minify ?? false,
    external: ["node:*", ...(options.external ?? [])],
    nodePaths: [...(options.nodePaths ?? [])],
    legalComments: "none",
    logLevel: "silent"
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("esbuild wrote nothing")
  return { contents: file.contents, outside: outsideOf(metafile) }
}
