/** A text as one word of a POSIX shell, which expands nothing in it (POSIX.1-2024, Shell Command Language, 2.2.2). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
