import { problem } from "./problem.js";

/** A media type, or a range of them. */
export const MEDIA_RANGE = /^(\*|[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)$/;
const PARAMETER = /^[\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"([^"\\\t]|\\[^\t])*")$/;

/**
 * Reads the header `Accept` (RFC 9110, 12.5.1), and writes it in a form that Prism can read. Empty elements are ignored
 * (RFC 9110, 5.6.1.2). `*` means `*` + `/*`, because some clients send it.
 *
 * @returns undefined if the header names no media type
 * @throws ProblemJsonError for anything else that is not a list of media types
 */
export function readAccept(header: string): string | undefined {
  const ranges = parts(header, /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g).map((element) => {
    const [range = "", ...parameters] = parts(element, /(?:[^";]|"(?:[^"\\]|\\.)*"?)+/g);
    if (!MEDIA_RANGE.test(range) || !parameters.every((parameter) => PARAMETER.test(parameter))) {
      const detail = `The header Accept has ${JSON.stringify(element)}, which is not a media type. Example: application/json;q=0.5.`;
      throw problem(400, "Bad request", detail);
    }
    // Prism splits the header at every comma, also in quotes.
    return [range === "*" ? "*/*" : range, ...parameters.filter((parameter) => !parameter.includes(","))].join(";");
  });
  return ranges.length === 0 ? undefined : ranges.join(",");
}

/** The matches of a pattern, without spaces around them, and without empty ones. */
function parts(text: string, pattern: RegExp): string[] {
  return (text.match(pattern) ?? []).map((part) => part.trim()).filter((part) => part !== "");
}
