import { aliasProblem, findAliasExpansion } from "./alias-expansion.js";
import { lineOf } from "./line-of.js";

/**
 * Parses YAML, by a parser that is loaded at the first call.
 *
 * @param fail called with the problem: the parser's reason and its line. The rest of the parser's message repeats parts of
 *   the text, which may hold a secret by mistake.
 */
export async function readYaml(text: string, fail: (problem: string) => never): Promise<unknown> {
  const { parseYaml } = await import("./yaml.js");
  let content: unknown;
  try {
    content = parseYaml(text);
  } catch (error) {
    return fail(problemOf(error));
  }
  const large = findAliasExpansion(content, text.length);
  return large ? fail(`: its ${aliasProblem(large, await lineOf(text, large.names))}`) : content;
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const line = /\((\d+):\d+\)/.exec(error.message)?.[1];
  const reason = "reason" in error ? /^[a-z ,-]+/i.exec(String(error.reason))?.[0].trim() : undefined;
  return `${line ? ` (line ${line})` : ""}${reason ? `: ${reason}` : ""}`;
}
