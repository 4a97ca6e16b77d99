/**
 * URLs typed without a scheme.
 */

const hasNoScheme = (text: string) =>
  text !== "" && !/^[a-z][a-z\d+.-]*:\/\//i.test(text) && /^[\w.[\]:-]+(?:\/|$)/.test(text)

const isLocal = (hostname: string) => hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.")

/** Adds the scheme to `localhost:4010` or `rooms.example.com`. Returns `undefined` for anything else. */
export const withScheme = (text: string): string | undefined => {
  if (!hasNoScheme(text)) return undefined
  const url = URL.parse(`https://${text}`)
  // A single word isn't a host name, except localhost.
  if (url === null || !(isLocal(url.hostname) || url.hostname.includes("."))) return undefined
  return `${isLocal(url.hostname) ? "http" : "https"}://${text}`
}
