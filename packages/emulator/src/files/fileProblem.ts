/**
 * Describes file system errors for error messages.
 */
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"

const problems: Record<string, string> = {
  EACCES: "this user may not",
  EBUSY: "it is in use, or mounted by itself: its folder has to be",
  EPERM: "this user may not",
  EISDIR: "it is a folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "there is no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is no folder",
  EROFS: "the file system can only be read"
}

export const describeProblem = ({ reason }: PlatformError): string => {
  const { cause } = reason
  const known = Predicate.hasProperty(cause, "code") ? problems[String(cause.code)] : undefined
  return known ?? (cause instanceof Error ? cause.message : reason.message)
}
