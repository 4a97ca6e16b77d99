/** The proxies of a client, as the variables with these names have them. */
export interface ProxyOptions {
  /** The proxy for `http:` URLs, such as `http://user:password@proxy.example.com:3128`. */
  readonly httpProxy?: string
  /** The proxy for `https:` URLs. */
  readonly httpsProxy?: string
  /**
   * The hosts that are connected to directly, separated by commas: `example.com` with all its subdomains, `*.example.com`
   * without `example.com` itself, an address, each with a port if only that one is meant, or `*` for all.
   */
  readonly noProxy?: string
}
