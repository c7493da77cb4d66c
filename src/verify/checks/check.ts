import type { Json, Schema } from "../../openapi/document.js";
import { valueAt } from "../../openapi/pointer.js";
import { resolveReference } from "../../openapi/reference.js";
import { schemasAt } from "../../openapi/schemas-at.js";
import type { Contract } from "../model/contract.js";
import type { Exchange } from "../model/exchange.js";
import type { Expectation } from "../model/expectation.js";
import type { CheckId, FindingDraft } from "../model/finding.js";
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
  return validator.errors(schemaPointer, value, true).map(({ at, keyword, message, wanted }) => {
    const levels = schemasAt(document, schemaPointer, at);
    return {
      check,
      message: `${subject}${at ? ` at ${at}` : ""} ${message}`,
      place: keyword,
      places: [...levels.slice(0, -1), [...(levels.at(-1) ?? []), keyword]],
      expected: `${keyword.split("/").at(-1)}: ${JSON.stringify(wanted)}`,
      received: JSON.stringify(valueAt(value, at)) ?? "nothing",
    };
  });
}
