/** Returns the message about metadata that is too large: the one of `MetadataTooLarge`, and of services. */
export const metadataSizeProblem = ({ bytes, limit }: { readonly bytes: number; readonly limit: number }): string =>
  `metadata has ${bytes} bytes as UTF-8 JSON; the limit is ${limit}`
