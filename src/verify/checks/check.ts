import { asList, asObject, type Json, type OpenApiDocument, type Schema } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { SchemaError } from "#openapi/schema/validator.js";
import type { Contract } from "../model/contract.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { CheckId } from "../model/finding/kinds.js";
import { isMalformed } from "../model/finding/malformed.js";
import { groupBy } from "../model/group-by.js";
import type { Exchange } from "../model/request/exchange.js";
import type { Expectation } from "../model/request/expectation.js";
import type { RequestSpec } from "../model/request/request-spec.js";

/** The data that a check may use. */
export interface CheckContext {
  contract: Contract;
  spec: RequestSpec;
  expected: Expectation;
  exchange: Exchange;
  /** Whether the server keeps state. */
  keepsState: boolean;
}

/** Checks a response against the document in one respect. */
export interface Check {
  id: CheckId;
  /** Whether only a server that keeps state can pass it: a mock sends an example, whatever was requested. */
  needsState?: boolean;
  /** The findings; an empty list if the response is right. */
  run(context: CheckContext): FindingDraft[];
}

/** Whether a malformed value is one that a run sent, and the server accepted. */
function isOwnMalformed({ at, keyword }: SchemaError, value: unknown): boolean {
  return keyword.endsWith("/format") && isMalformed(valueAt(value, at));
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
  const found = validator.firstErrors(schemaPointer, value, true);
  const errors = found.errors.filter((error) => !isOwnMalformed(error, value));
  // The items of a list are one place.
  const groups = groupBy(errors, ({ at, keyword }) => `${keyword} ${withoutIndexes(at)}`);
  // The same part may violate many keywords, and its text may be long.
  const texts = new Map<string, string>();
  const textAt = (at: string) => {
    const text = texts.get(at) ?? JSON.stringify(valueAt(value, at)) ?? "nothing";
    texts.set(at, text);
    return text;
  };
  return [...groups.values()].slice(0, MAX_FINDINGS).flatMap(([first, ...rest]) => {
    if (!first) return [];
    const { at, keyword, message, wanted } = first;
    const name = keyword.split("/").at(-1) ?? "";
    const more = moreText(rest.length, found.isComplete);
    return {
      check,
      message: `${subject}${at ? ` at ${at}` : ""} ${message}${more}`,
      place: keyword,
      places: placesOf(document, schemaPointer, first, valueAt(value, at)),
      expected: `${name}: ${name === "pattern" ? wanted : JSON.stringify(wanted)}`,
      received: textAt(at),
      about: {
        fields: fieldsOf(first, valueAt(value, at)),
        keyword: name,
        at: withoutIndexes(at),
      },
    };
  });
}

function withoutIndexes(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** The names of the fields that a violation is about: those that are missing or too many, or the invalid one. */
function fieldsOf({ at, keyword, wanted, unwanted }: SchemaError, part: Json | undefined): string[] {
  if (keyword.endsWith("/required")) return missingFields(wanted, part);
  if (unwanted !== undefined) return [unwanted];
  return [pointerNames(at).findLast((name) => !/^\d+$/.test(name)) ?? ""];
}

function missingFields(wanted: Json | undefined, part: Json | undefined): string[] {
  return asList(wanted)
    .map(String)
    .filter((name) => asObject(part)[name] === undefined);
}

/** How many violations are like a shown one, in words. */
function moreText(count: number, isComplete: boolean): string {
  if (count > 0) return ` (and ${isComplete ? "" : "at least "}${count} more like it)`;
  return isComplete ? "" : " (and others)";
}

/**
 * The places that a violated keyword concerns, level by level: the schemas on the way from the whole value to the keyword,
 * without those that apply beside it; the properties that are missing; the keyword.
 */
function placesOf(
  document: OpenApiDocument,
  schemaPointer: string,
  { at, keyword, wanted }: SchemaError,
  part: Json | undefined,
): string[][] {
  const levels = schemasAt(document, schemaPointer, at);
  const schema = keyword.slice(0, keyword.lastIndexOf("/"));
  const names = pointerNames(at);
  const leadsToKeyword = (pointer: string, level: number) =>
    schemasAt(document, pointer, pointerTo("", ...names.slice(level)))
      .at(-1)
      ?.includes(schema);
  // Some keywords are reached by other ways than schemasAt follows, for example by patternProperties.
  const isReached = levels.at(-1)?.includes(schema);
  const way = isReached
    ? levels.map((pointers, level) => pointers.filter((pointer) => leadsToKeyword(pointer, level)))
    : levels;
  const missing = keyword.endsWith("/required") ? missingFields(wanted, part) : [];
  const properties = missing.flatMap((name) => schemasAt(document, schemaPointer, pointerTo(at, name)).at(-1) ?? []);
  return [...way, properties, [keyword]];
}
