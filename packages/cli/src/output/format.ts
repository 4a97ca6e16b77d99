/**
 * The formats that data can be written in.
 *
 * @module
 */

export const formats = ["table", "json", "ndjson", "csv", "yaml"] as const
export type Format = (typeof formats)[number]
