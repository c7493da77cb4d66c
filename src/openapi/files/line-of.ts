import type { Source } from "@redocly/openapi-core";
import { pointerTo } from "../document/pointer.js";

/**
 * The line of a place in a YAML text.
 *
 * @param place the names that lead to it. If it does not exist, the line is that of the innermost part that does
 * @returns undefined if the line is not known
 */
export async function lineOf(text: string, place: readonly string[]): Promise<number | undefined> {
  const core = await import("./redocly.js");
  return lineIn(core, new core.Source("", text), place);
}

/** The same for a text that the bundler has read. */
export function lineIn(
  { getLineColLocation }: Pick<typeof import("./redocly.js"), "getLineColLocation">,
  source: Source,
  place: readonly string[],
): number | undefined {
  try {
    const pointer = pointerTo("#", ...place);
    return getLineColLocation({ source, pointer, reportOnKey: true }).start.line;
  } catch {
    // This parser is not the one that read the text.
    return undefined;
  }
}
