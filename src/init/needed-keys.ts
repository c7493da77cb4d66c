import type { OpenApiDocument } from "../openapi/document/document.js";
import { operationsOf } from "../openapi/operations/operations.js";

/**
 * The security schemes whose keys a run needs to reach every operation, and those whose keys are set. Where an operation has alternatives (OpenAPI 3.1,
 * 4.8.30), one is enough: one whose keys are all set, or else the first one.
 */
export function neededKeys(
  document: OpenApiDocument,
  schemes: readonly string[],
  isSet: (scheme: string) => boolean,
): ReadonlySet<string> {
  const needed = new Set(schemes.filter(isSet));
  for (const { security: alternatives } of operationsOf(document)) {
    const isMet = alternatives.some((names) => names.every((name) => needed.has(name)));
    if (alternatives.length === 0 || isMet) continue;
    for (const name of alternatives[0] ?? []) needed.add(name);
  }
  return needed;
}
