/**
 * Describes file system errors for error messages.
 */
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"

const problems: Record<string, string> = {
  EACCES: "permission denied",
  EBUSY: "it is in use or is a mount point: mount its folder instead",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "the file or its folder doesn't exist",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path isn't a folder",
  EROFS: "the file system is read-only"
}

export const describeProblem = ({ reason }: PlatformError): string => {
  const { cause } = reason
  const known = Predicate.hasProperty(cause, "code") ? problems[String(cause.code)] : undefined
  return known ?? (cause instanceof Error ? cause.message : reason.message)
}
