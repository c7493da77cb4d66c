/**
 * Comments without the tag `@description`, which editors show as it is written. The text of the tag becomes text of the
 * comment. Its further lines lose their indentation, by which editors would show them as code.
 *
 * @param code as openapi-typescript writes it
 */
export function withPlainComments(code: string): string {
  return code
    .replaceAll(/\/\*\* @description /g, "/** ")
    .replaceAll(/^( *)\/\*\*\n(?:\1 \*.*\n)+/gm, (comment, indent: string) => plain(comment, indent));
}

function plain(comment: string, indent: string): string {
  const lines: string[] = [];
  let isDescription = false;
  for (const line of comment.split("\n")) {
    const [, text] = new RegExp(`^${indent} \\* @description (.*)$`).exec(line) ?? [];
    if (text !== undefined) {
      // A title stands before it, as a paragraph of its own.
      if (!lines.at(-1)?.endsWith("/**")) lines.push(`${indent} *`);
      lines.push(`${indent} * ${text}`);
      isDescription = true;
      continue;
    }
    if (/^ *\* @|^ *\*\//.test(line)) isDescription = false;
    lines.push(isDescription ? line.replace(`${indent} *     `, `${indent} * `) : line);
  }
  return lines.join("\n");
}
