import type { JsonMetadata, Metadata } from "@effect-rooms/core/Metadata"

/**
 * Copies metadata as a service stores it: as its JSON. `structuredClone` would keep a negative zero, which JSON cannot hold.
 */
export const cloneMetadata = (metadata: Metadata): JsonMetadata => JSON.parse(JSON.stringify(metadata))
