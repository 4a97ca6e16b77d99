/**
 * Text for a POSIX shell.
 */

/** One word of a shell's command, whatever is in it. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
