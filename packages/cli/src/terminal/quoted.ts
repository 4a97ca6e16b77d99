/**
 * Quotes text for a POSIX shell.
 */

/** Quotes text as one word of a shell command. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
