import { UserError } from "#cli/user-error.js";
import type { Json, OpenApiDocument, Schema } from "../document/document.js";
import { isJson } from "../document/media-type.js";
import { pointerTo } from "../document/pointer.js";
import type { DocumentWarning } from "../document/warning.js";
import type { Examples, MediaType } from "../operations/operation.js";
import { operationsOf } from "../operations/operations.js";
import { type SchemaValidator, validatorOf } from "../validator/validator.js";

/** How many examples are checked, so that large documents load as quickly as before. */
const MAX_EXAMPLES = 300;

/** A part of a document that has examples. */
interface Described {
  examples: Examples;
  schema: Schema | undefined;
  schemaPointer: string;
  pointer: string;
}

/**
 * The examples that their own schema rejects, in parameters, bodies of JSON and headers. Of very many, the first ones are
 * checked.
 */
export function deadExamples(document: OpenApiDocument): DocumentWarning[] {
  const validator = validatorOf(document);
  const seen = new Set<string>();
  const warnings: DocumentWarning[] = [];
  for (const { part, isResponse } of describedParts(document)) {
    if (part.schema === undefined || seen.has(part.pointer)) continue;
    seen.add(part.pointer);
    for (const [pointer, value] of examplesIn(part)) {
      seen.add(pointer);
      if (seen.size > MAX_EXAMPLES) return warnings;
      const problem = problemOf(validator, part.schemaPointer, value, isResponse);
      if (problem !== undefined) warnings.push({ pointer, message: `the schema rejects the example: ${problem}.` });
    }
  }
  return warnings;
}

function* describedParts(document: OpenApiDocument): Generator<{ part: Described; isResponse: boolean }> {
  const isOfJson = ({ name }: MediaType) => isJson(name);
  for (const { parameters, requestBody, responses } of operationsOf(document)) {
    for (const part of parameters) if (part.mediaType === undefined) yield { part, isResponse: false };
    for (const part of requestBody?.content.filter(isOfJson) ?? []) yield { part, isResponse: false };
    for (const { content } of responses) for (const part of content.filter(isOfJson)) yield { part, isResponse: true };
  }
}

function examplesIn({ examples: { named, fallback }, pointer }: Described): [pointer: string, value: Json][] {
  return [
    ...[...named].map(([key, value]): [string, Json] => [pointerTo(pointer, "examples", key), value]),
    ...(fallback === undefined ? [] : [[pointerTo(pointer, "example"), fallback] satisfies [string, Json]]),
  ];
}

function problemOf(validator: SchemaValidator, schema: string, value: Json, isResponse: boolean): string | undefined {
  try {
    const [error] = validator.errors(schema, value, isResponse);
    return error && `${error.at === "" ? "it" : error.at} ${error.message}`;
  } catch (error) {
    // The schema cannot be used, or it takes too long: nothing is known of the example.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
