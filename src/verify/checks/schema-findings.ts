import { turn } from "#http/turn.js";
import { asList, asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { CountedError } from "#openapi/validator/member-errors.js";
import type { SchemaError } from "#openapi/validator/validator.js";
import { broken } from "#verify/rules/sentence.js";
import type { FindingDraft } from "../model/finding/finding.js";
import { isMalformed } from "../model/finding/malformed.js";
import { groupBy } from "../model/group-by.js";
import type { CheckContext } from "./check.js";

/** Whether a malformed value is one that a run sent, and the server accepted. */
function isOwnMalformed({ at, keyword }: SchemaError, value: unknown): boolean {
  return keyword.endsWith("/format") && isMalformed(valueAt(value, at));
}

/** How many different findings one part of a response may have: a map may hold thousands of wrong fields. */
const MAX_FINDINGS = 50;

/**
 * Validates a part of a response by a schema of the document. Others continue between the slices of a long list.
 *
 * @param subject the part, for messages: `the body`, `header X-Total`
 */
export async function schemaFindings(
  { contract: { document, validator } }: Pick<CheckContext, "contract">,
  rule: "body-invalid" | "header-invalid",
  subject: string,
  schemaPointer: string,
  value: unknown,
): Promise<FindingDraft[]> {
  const pieces = validator.pieces(schemaPointer, value, isMalformed);
  let piece = pieces.next();
  for (; !piece.done; piece = pieces.next()) await turn();
  const found = piece.value;
  const errors = found.errors.filter(({ error }) => !isOwnMalformed(error, value));
  // The items of a list are one place.
  const groups = groupBy(errors, ({ error: { at, keyword } }) => `${keyword} ${withoutIndexes(at)}`);
  // The same part may violate many keywords, and its text may be long.
  const texts = new Map<string, string>();
  const textAt = (at: string) => {
    const text = texts.get(at) ?? jsonText(valueAt(value, at)) ?? "nothing";
    texts.set(at, text);
    return text;
  };
  return [...groups.values()].slice(0, MAX_FINDINGS).flatMap((group) => {
    const first = group[0]?.error;
    if (!first) return [];
    const { at, keyword, message, wanted } = first;
    const name = keyword.split("/").at(-1) ?? "";
    const more = moreText(countOf(group) - 1, found.isComplete);
    return {
      ...broken(rule, { part: `${subject}${at ? ` at ${at}` : ""}`, problem: message, more }),
      place: keyword,
      places: placesOf(document, schemaPointer, first, valueAt(value, at)),
      expected: `${name}: ${name === "pattern" ? wanted : jsonText(wanted)}`,
      received: textAt(at),
      about: {
        fields: fieldsOf(first, valueAt(value, at)),
        keyword: name,
        ...(wanted === undefined ? {} : { constraint: wanted }),
        at: withoutIndexes(at),
      },
    };
  });
}

function countOf(group: readonly CountedError<SchemaError>[]): number {
  return group.reduce((sum, { count }) => sum + count, 0);
}

function withoutIndexes(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** The names of the fields that a violation is about. They are missing, too many, or invalid. */
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
 * The places that a violated keyword concerns, level by level. First come the schemas on the way from the whole value to the
 * keyword, without those that apply beside it. The missing properties follow, then the keyword.
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
