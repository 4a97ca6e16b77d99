/**
 * A way to send requests that is made elsewhere in this package and given to a client as it is. `transports.ts` knows what
 * is in it; the types of a client do not.
 */
export class ClientTransport {
  // Nothing else has the type of a class with a private member.
  readonly #isTransport = true

  get [Symbol.toStringTag](): string {
    return this.#isTransport ? "ClientTransport" : ""
  }
}
