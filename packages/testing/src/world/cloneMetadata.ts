/**
 * Metadata as a service keeps it: what its JSON says, whatever becomes of the object that was given. A copy of another kind
 * would keep a negative zero, which JSON has not.
 */
import type { JsonMetadata, Metadata } from "@effect-rooms/core/Metadata"

export const storedMetadata = (metadata: Metadata): JsonMetadata => JSON.parse(JSON.stringify(metadata))
