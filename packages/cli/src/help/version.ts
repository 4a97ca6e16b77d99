/**
 * The version of the command and its commit, which the build fills in.
 *
 * @module
 */

declare const __ROOMS_VERSION__: string | undefined
declare const __ROOMS_COMMIT__: string | undefined

const released: string = typeof __ROOMS_VERSION__ === "string" ? __ROOMS_VERSION__ : "0.0.0-source"

/** The commit and its date; empty if it was built outside of a repository. */
const commit: string = typeof __ROOMS_COMMIT__ === "string" ? __ROOMS_COMMIT__ : ""

/** The version, such as `0.1.0 (1a2b3c4d, 2026-11-21; node 24.21.0, linux-x64)`. */
export const version: string = `${released} (${commit === "" ? "" : `${commit}; `}node ${process.versions.node}, ${process.platform}-${process.arch})`
