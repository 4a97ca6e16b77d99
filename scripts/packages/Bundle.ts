/** Bundles programs for platforms without Node. */
import { build } from "esbuild"

export interface Bundle {
  readonly contents: Uint8Array
}

export interface BundleOptions {
  readonly minify?: boolean
}

/** Bundles a program as if it were a file in `folder`. */
export const bundle = async (folder: string, program: string, options: BundleOptions = {}): Promise<Bundle> => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents: program, resolveDir: folder, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2023",
    platform: "browser",
    minify: options.minify ?? false,
    legalComments: "none",
    logLevel: "silent"
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("esbuild wrote nothing")
  return { contents: file.contents }
}
