import type { Json, OpenApiDocument, Schema } from "../../openapi/document.js";
import { valueAt } from "../../openapi/pointer.js";
import { resolveReference } from "../../openapi/reference.js";
import { schemasAt } from "../../openapi/schemas-at.js";
import type { SchemaValidator } from "../../openapi/validator.js";
import type { Ask, Expectation } from "../ask.js";
import type { Exchange } from "../exchange.js";
import type { Finding } from "../finding.js";
import { type Promised, promisesAt } from "../promises.js";

/** What a check may look at. */
export interface CheckContext {
  document: OpenApiDocument;
  validator: SchemaValidator;
  promises: readonly Promised[];
  asked: Ask;
  expected: Expectation;
  exchange: Exchange;
}

/** What a check finds; how to send the request again, and what the finding rests on, are added to it. */
export type CheckFinding = Omit<Finding, "repeat" | "restsOn">;

/** Holds an answer against the document in one respect. */
export interface Check {
  /** Stable: it stands in reports. */
  id: string;
  /** What is wrong; nothing if the answer holds. */
  run(context: CheckContext): CheckFinding[];
}

/** The ids of the promises of the case's operation that stand at a place. */
export function promiseIds({ promises, asked }: CheckContext, ...places: string[]): string[] {
  return promisesAt(promises, asked.operation.id, [places]).map(({ id }) => id);
}

/** The types that a schema names, behind a reference too; none where it names none. */
export function typesOf({ document }: CheckContext, schema: Schema, pointer: string): Json[] {
  if (typeof schema === "boolean") return [];
  return [resolveReference(document, schema, pointer).node.type ?? []].flat();
}

/**
 * Holds a value against a schema of the document.
 *
 * @param what what the value is, for messages: `body`, `header X-Total`
 */
export function schemaFindings(
  { document, validator, promises, asked }: CheckContext,
  check: string,
  what: string,
  schemaPointer: string,
  value: unknown,
): CheckFinding[] {
  return validator.errors(schemaPointer, value, true).map(({ at, keyword, message, wanted }) => {
    const steps = schemasAt(document, schemaPointer, at);
    const last = steps.at(-1) ?? [];
    return {
      check,
      message: `${what}${at ? ` at ${at}` : ""} ${message}`,
      promises: promisesAt(promises, asked.operation.id, [...steps.slice(0, -1), [...last, keyword]]).map(
        ({ id }) => id,
      ),
      location: keyword,
      expected: `${keyword.split("/").at(-1)}: ${JSON.stringify(wanted)}`,
      received: JSON.stringify(valueAt(value, at)) ?? "nothing",
    };
  });
}

/** The value of a JSON text, in an object because it may be null; undefined if it is no JSON. */
export function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
