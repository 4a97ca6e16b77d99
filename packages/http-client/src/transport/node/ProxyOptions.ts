/** The proxies of a client, in the format of the environment variables with these names. */
export interface ProxyOptions {
  /** The proxy for `http:` URLs, such as `http://user:password@proxy.example.com:3128`. */
  readonly httpProxy?: string
  /** The proxy for `https:` URLs. */
  readonly httpsProxy?: string
  /**
   * The hosts to connect to directly, separated by commas: `example.com` includes its subdomains, `*.example.com` is only the
   * subdomains, an address is only itself, any of these can have a port, and `*` is every host.
   */
  readonly noProxy?: string
}
