/**
 * The addresses that stand in the documents, and those that a document's terminal really has.
 */

/** What differs from terminal to terminal. */
export interface Addresses {
  /** Of the emulator behind the terminal. */
  readonly service: string
  /** For an emulator that the document starts. */
  readonly port: string
}

const written: Addresses = { service: "https://rooms.example.com", port: "4010" }

/** The key for the service, as the documents write it. */
export const apiKey = "your-api-key"

const exchange = (text: string, from: Addresses, to: Addresses) =>
  text.replaceAll(from.service, to.service).replaceAll(new RegExp(`\\b${from.port}\\b`, "g"), to.port)

/** A text of a document, to be run in a terminal. */
export const inTerminal = (text: string, addresses: Addresses): string => exchange(text, written, addresses)

/** What was printed in a terminal, as a document writes it. */
export const inDocument = (text: string, addresses: Addresses): string => exchange(text, addresses, written)
