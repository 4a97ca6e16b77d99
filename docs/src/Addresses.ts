/**
 * Replaces the addresses in the documents with those of the real services, and back.
 */

/** The addresses of one terminal. */
export interface Addresses {
  /** The emulator of the terminal. */
  readonly service: string
  /** The port for an emulator that the document starts. */
  readonly port: string
}

const written: Addresses = { service: "https://rooms.example.com", port: "4010" }

/** The API key in the documents. */
export const apiKey = "your-api-key"

const exchange = (text: string, from: Addresses, to: Addresses) =>
  text.replaceAll(from.service, to.service).replaceAll(new RegExp(`\\b${from.port}\\b`, "g"), to.port)

/** Prepares a text of a document for a terminal. */
export const inTerminal = (text: string, addresses: Addresses): string => exchange(text, written, addresses)

/** Rewrites the output of a terminal with the addresses of the documents. */
export const inDocument = (text: string, addresses: Addresses): string => exchange(text, addresses, written)
