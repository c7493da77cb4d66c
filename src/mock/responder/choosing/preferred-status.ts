import { namesText } from "#cli/names-text.js";
import { headerText } from "#http/headers.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { Refusal } from "../errors/refusal.js";
import { firstStatus } from "./choose-example.js";

/** The preferences of a request (RFC 7240). */
export interface Preferred {
  code?: number | undefined;
  /** The key of an example. One without a key is `default`. */
  exampleKey?: string | undefined;
  /** Whether values are generated, also where the document has examples. */
  dynamic?: boolean;
  /** The same text gives the same generated values. */
  seed?: string | undefined;
}

/** The key of an example that has none. */
export const UNNAMED_EXAMPLE = "default";

/** The characters of an unknown name that are repeated. */
const MAX_NAME = 100;

/**
 * The status that a request prefers, by its number or by the key of an example.
 *
 * @returns undefined if it prefers none; a rejection that lists the keys if no response has the example
 */
export function preferredStatus(operation: Operation, { code, exampleKey }: Preferred): number | Refusal | undefined {
  if (exampleKey === undefined) return code;
  const responses = code === undefined ? operation.responses : [responseFor(operation, code) ?? []].flat();
  const found = responses.find((response) => keysOf(response).includes(exampleKey));
  const [value] = found?.content.flatMap(({ examples }) => examples.named.get(exampleKey) ?? []) ?? [];
  if (found) return code ?? firstStatus(found.status, operation, value);
  const keys = [...new Set(responses.flatMap(keysOf))];
  const where = code === undefined ? operation.id : `status ${code} of ${operation.id}`;
  const known = keys.length > 0 ? `${where} has ${namesText(keys)}.` : `${where} has no examples.`;
  const detail = `The example ${headerText(exampleKey, MAX_NAME)} does not exist: ${known}`;
  return new Refusal(404, "Unknown example", detail);
}

/** The keys of the examples of a response. */
function keysOf({ content, exampleKeys }: DocumentedResponse): string[] {
  const named = content.flatMap(({ examples: { named: byKey, fallback } }) => [
    ...byKey.keys(),
    ...(fallback === undefined ? [] : [UNNAMED_EXAMPLE]),
  ]);
  return [...named, ...exampleKeys];
}
