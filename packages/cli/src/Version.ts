/**
 * The version of the command, put in when it is built.
 *
 * @module
 */

declare const __ROOMS_VERSION__: string | undefined

export const version: string = typeof __ROOMS_VERSION__ === "string" ? __ROOMS_VERSION__ : "0.0.0-source"
