import { JsonLines } from "./json-lines.js";
import { lineIn } from "./line-of.js";

/**
 * The longest text of YAML in which lines are searched, in characters. A second parser reads it, in ten times the time.
 */
const MAX_YAML = 3_000_000;

/** The content of a text of JSON or YAML. */
export interface ReadText {
  content: unknown;
  /** The line of a place, from 1, or of the innermost part around it that exists. Undefined if it is not known. */
  lineOf(names: readonly string[]): number | undefined;
}

const JSON_BEGIN = /^\s*[{[]/;

/** Whether lines are searched in a text. */
export function hasLines(text: string): boolean {
  return text.length <= MAX_YAML || JSON_BEGIN.test(text);
}

/**
 * Reads a text of JSON or YAML, whose lines can be asked for then.
 *
 * @throws an error of the parser of YAML
 */
export async function readText(text: string): Promise<ReadText> {
  const json = JSON_BEGIN.test(text) ? parsedJson(text) : undefined;
  if (json !== undefined) {
    let lines: JsonLines | undefined;
    return {
      content: json,
      lineOf: (names) => {
        lines ??= new JsonLines(text);
        return lines.lineOf(names);
      },
    };
  }
  const [core, { parseYaml }] = await Promise.all([import("./redocly.js"), import("./yaml.js")]);
  const content: unknown = parseYaml(text);
  const source = new core.Source("", text);
  return { content, lineOf: (names) => (hasLines(text) ? lineIn(core, source, names) : undefined) };
}

/** A flow collection of YAML may begin as JSON does. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
