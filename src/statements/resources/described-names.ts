import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { plainName } from "../names.js";
import { hasKeyword, propertiesAt } from "../schema-fields.js";
import { sentResourceAt } from "./envelope-schema.js";

/** A place at which a schema describes a value. */
export interface DescribedPlace {
  content: MediaType;
  /** JSON pointer into the body. */
  at: string;
}

/**
 * The name with which a resource shows a sent field. It may be in another case, as `first_name` of `firstName`. Or it has the
 * kind of the resource before it, or lacks it: `interviewStartAt` of `startAt`.
 *
 * @param known the names of the fields that the resource shows
 * @param kind the plain name of the resource; an empty text for a part of one
 * @returns undefined if it shows none, or several could be meant
 */
export function shownName(sent: string, known: readonly string[], kind: string): string | undefined {
  if (known.includes(sent)) return sent;
  const own = plainName(sent);
  const only = (isMeant: (plain: string) => boolean) => {
    const [first, ...others] = new Set(known.filter((name) => isMeant(plainName(name))));
    return others.length > 0 ? undefined : first;
  };
  const inOtherCase = only((plain) => plain === own);
  if (inOtherCase !== undefined || kind === "") return inOtherCase;
  return only((plain) => plain === kind + own || kind + plain === own);
}

/** The members of an object by the names with which a resource shows them. One that is sent under that name too stays as it is. */
export function withShownNames(sent: JsonObject, known: readonly string[], kind: string): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value = null]) => {
      const shown = shownName(name, known, kind);
      return [shown === undefined || Object.hasOwn(sent, shown) ? name : shown, value];
    }),
  );
}

/** Where the body of a request describes a resource that responses show with these names. */
export function sentPlace(
  document: OpenApiDocument,
  content: MediaType,
  known: readonly string[],
  kind: string,
): string {
  const sent = propertiesAt(document, content, "");
  const alike = sent.filter((name) => shownName(name, known, kind) !== undefined);
  return sentResourceAt(document, content, Object.fromEntries([...known, ...alike].map((name) => [name, null])));
}

/**
 * A sent value with the names and the forms in which responses show it, also in its parts. Where they show a text, a number is
 * its text: amounts may be sent as numbers.
 *
 * @param places where responses show the value
 */
export function asShown(document: OpenApiDocument, sent: Json, places: readonly DescribedPlace[], kind: string): Json {
  const inner = (name: number | string) => places.map(({ content, at }) => ({ content, at: pointerTo(at, name) }));
  if (Array.isArray(sent)) return sent.map((item) => asShown(document, item, inner(0), ""));
  if (!isObject(sent)) return typeof sent === "number" ? inFormOf(document, sent, places) : sent;
  const known = [...new Set(places.flatMap(({ content, at }) => propertiesAt(document, content, at)))];
  const named = Object.entries(withShownNames(sent, known, kind));
  return Object.fromEntries(
    named.map(([name, value = null]) => [
      name,
      known.includes(name) ? asShown(document, value, inner(name), "") : value,
    ]),
  );
}

const NUMBERS = ["number", "integer"];

/** A number as a text, where responses show texts of no format. */
function inFormOf(document: OpenApiDocument, sent: number, places: readonly DescribedPlace[]): Json {
  const has = (keyword: string, values?: readonly string[]) =>
    places.some(({ content, at }) => hasKeyword(document, content, at, keyword, values));
  return has("type", ["string"]) && !has("type", NUMBERS) && !has("format") ? String(sent) : sent;
}
