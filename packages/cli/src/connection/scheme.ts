/**
 * URLs that somebody typed without a scheme.
 */

const hasNoScheme = (text: string) =>
  text !== "" && !/^[a-z][a-z\d+.-]*:\/\//i.test(text) && /^[\w.[\]:-]+(?:\/|$)/.test(text)

const isLocal = (hostname: string) => hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.")

/** The URL meant by `localhost:4010` or `rooms.example.com`, which have no scheme; `undefined` for anything else. */
export const withScheme = (text: string): string | undefined => {
  if (!hasNoScheme(text)) return undefined
  const url = URL.parse(`https://${text}`)
  // A single word is no host, unless it is this one.
  if (url === null || !(isLocal(url.hostname) || url.hostname.includes("."))) return undefined
  return `${isLocal(url.hostname) ? "http" : "https"}://${text}`
}
