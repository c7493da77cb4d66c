import type { Json, Schema } from "../../openapi/document.js";
import { valueAt } from "../../openapi/pointer.js";
import { resolveReference } from "../../openapi/reference.js";
import { schemasAt } from "../../openapi/schemas-at.js";
import type { Contract } from "../model/contract.js";
import type { Exchange } from "../model/exchange.js";
import type { Expectation } from "../model/expectation.js";
import type { CheckId, FindingDraft } from "../model/finding.js";
import { groupBy } from "../model/group-by.js";
import type { RequestSpec } from "../model/request-spec.js";

/** The data that a check may use. */
export interface CheckContext {
  contract: Contract;
  spec: RequestSpec;
  expected: Expectation;
  exchange: Exchange;
}

/** Checks a response against the document in one respect. */
export interface Check {
  id: CheckId;
  /** The findings; an empty list if the response is right. */
  run(context: CheckContext): FindingDraft[];
}

/** The types that a schema names, also behind a reference; an empty list if it names none. */
export function typesOf({ contract }: CheckContext, schema: Schema, pointer: string): Json[] {
  if (typeof schema === "boolean") return [];
  return [resolveReference(contract.document, schema, pointer).node.type ?? []].flat();
}

/** How many different findings one part of a response may have: a map may hold thousands of wrong fields. */
const MAX_FINDINGS = 50;

/**
 * Validates a part of a response by a schema of the document.
 *
 * @param subject the part, for messages: `the body`, `header X-Total`
 */
export function schemaFindings(
  { contract: { document, validator } }: CheckContext,
  check: CheckId,
  subject: string,
  schemaPointer: string,
  value: unknown,
): FindingDraft[] {
  const groups = groupBy(validator.errors(schemaPointer, value, true), ({ at, keyword }) => {
    // The items of a list are one place.
    return `${keyword} ${at.replace(/\/\d+(?=\/|$)/g, "/*")}`;
  });
  return [...groups.values()].slice(0, MAX_FINDINGS).flatMap(([first, ...others]) => {
    if (!first) return [];
    const { at, keyword, message, wanted } = first;
    const levels = schemasAt(document, schemaPointer, at);
    const more = others.length > 0 ? ` (and ${others.length} more like it)` : "";
    return {
      check,
      message: `${subject}${at ? ` at ${at}` : ""} ${message}${more}`,
      place: keyword,
      places: [...levels.slice(0, -1), [...(levels.at(-1) ?? []), keyword]],
      expected: `${keyword.split("/").at(-1)}: ${JSON.stringify(wanted)}`,
      received: JSON.stringify(valueAt(value, at)) ?? "nothing",
    };
  });
}
