import type { Json } from "#openapi/document/document.js";
import { turnFor } from "../turn.js";
import { excessOf } from "./json-limits.js";
import { parsedWithinLimits } from "./parse-json.js";

/** Reads JSON as `parseJson` does. Each pass over a long text begins in a turn of the event loop of its own. */
export async function parseInTurns(text: string): Promise<{ value: Json } | undefined> {
  await turnFor(text);
  if (excessOf(text) !== undefined) return undefined;
  await turnFor(text);
  return parsedWithinLimits(text);
}
