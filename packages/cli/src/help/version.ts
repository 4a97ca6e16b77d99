/**
 * The version of the command and what it was built from, put in when it is built.
 *
 * @module
 */

declare const __ROOMS_VERSION__: string | undefined
declare const __ROOMS_COMMIT__: string | undefined

const released: string = typeof __ROOMS_VERSION__ === "string" ? __ROOMS_VERSION__ : "0.0.0-source"

/** The commit, and the day of it; empty where it was built outside of a repository. */
const commit: string = typeof __ROOMS_COMMIT__ === "string" ? __ROOMS_COMMIT__ : ""

/** Such as `0.1.0 (1a2b3c4d, 2026-11-21; node 24.21.0, linux-x64)`. */
export const version: string = `${released} (${commit === "" ? "" : `${commit}; `}node ${process.versions.node}, ${process.platform}-${process.arch})`
