import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { type NumberedPages, numberedPagesOf } from "#openapi/extensions/numbered-pages.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { plainName } from "./names.js";
import { schemaOf } from "./parameter-schema.js";
import { hasKeyword, propertiesAt, successContents } from "./schema-fields.js";

/** How the next page of a list is requested. */
export type NextPage =
  /** By its number. */
  | { kind: "page"; parameter: Parameter; first: number }
  /** By how many items are before it. */
  | { kind: "offset"; parameter: Parameter }
  /** By a value in the body, at a JSON pointer. */
  | { kind: "cursor"; parameter: Parameter; pointer: string }
  /** By the identifier of the last item. */
  | { kind: "item"; parameter: Parameter }
  /** By an address in the body, at a JSON pointer, or in `Link` (RFC 8288). */
  | { kind: "address"; pointer: string | undefined };

/** How a list is paged, as `x-numbered-pages` states, or names of its parameters and fields suggest. */
export interface InferredPaging {
  pageSize: Parameter | undefined;
  next: NextPage | undefined;
  /** Whether `x-numbered-pages` states it. */
  isStated: boolean;
}

const PAGE_SIZE = /^(limit|(per|results?per|itemsper)page|page(size|limit)|size|take|top|max(results|items)?|rows)$/;
const PAGE = /^(page|page(number|no|num|index))$/;
const OFFSET = /^(offset|skip|start(index|at)?)$/;
const CURSOR = /^(cursor|after|startingafter|(next)?(page)?token|continuation(token)?|marker|startafter)$/;
const CURSOR_BACK = /^(before|endingbefore|endbefore|prev(ious)?(page)?(cursor|token)?)$/;
const ITEM_CURSOR = /^(after|startingafter|startafter)$/;
const NEXT =
  /^(next|next(cursor|page|pagetoken|token|marker|url|link|href)|cursor|endcursor|continuation(token)?|after)$/;
const ADDRESS = /^(next|next(page|url|link|href))$/;
const AROUND = /^(meta|metadata|pagination|paging|pageinfo|links|cursors|page)$/;

/** Whether a parameter is a cursor by its name: its values come from pages, and any other one names nothing. */
export function isCursorName(name: string): boolean {
  return CURSOR.test(plainName(name)) || CURSOR_BACK.test(plainName(name));
}

/** Infers how a list is paged. Undefined if nothing suggests it, or `x-pagination` states it. */
export function inferredPaging(document: OpenApiDocument, operation: Operation): InferredPaging | undefined {
  if (operation.method !== "get" || operation.pagination) return undefined;
  const stated = numberedPagesOf(document, operation);
  if (stated) return statedPaging(operation, stated);
  const pageSize = parameterLike(document, operation, PAGE_SIZE, true);
  const next = nextPage(document, operation);
  return pageSize || next ? { pageSize, next, isStated: false } : undefined;
}

function statedPaging(
  { parameters }: Operation,
  { parameter: name, counts, first, pageSize }: NumberedPages,
): InferredPaging {
  const named = (wanted: string | undefined) => parameters.find((each) => each.in === "query" && each.name === wanted);
  const parameter = named(name);
  const next: NextPage | undefined =
    parameter && (counts === "items" ? { kind: "offset", parameter } : { kind: "page", parameter, first });
  return { pageSize: named(pageSize), next, isStated: true };
}

function nextPage(document: OpenApiDocument, operation: Operation): NextPage | undefined {
  const page = parameterLike(document, operation, PAGE, true);
  if (page) return { kind: "page", parameter: page, first: firstPage(document, page) };
  const offset = parameterLike(document, operation, OFFSET, true);
  if (offset) return { kind: "offset", parameter: offset };
  const cursor = parameterLike(document, operation, CURSOR, false);
  const [field] = cursor ? fieldsLike(document, operation, NEXT) : [];
  if (cursor && field !== undefined) return { kind: "cursor", parameter: cursor, pointer: field };
  const [address] = fieldsLike(document, operation, ADDRESS);
  const hasLink = operation.responses.some(({ headers }) => headers.some(({ name }) => plainName(name) === "link"));
  if (address !== undefined || hasLink) return { kind: "address", pointer: address };
  return cursor && ITEM_CURSOR.test(plainName(cursor.name)) ? { kind: "item", parameter: cursor } : undefined;
}

function parameterLike(
  document: OpenApiDocument,
  { parameters }: Operation,
  pattern: RegExp,
  isNumber: boolean,
): Parameter | undefined {
  return parameters.find((each) => {
    if (each.in !== "query" || !pattern.test(plainName(each.name))) return false;
    const types = [schemaOf(document, each).type].flat();
    return !isNumber || types.includes("integer") || types.includes("number");
  });
}

function firstPage(document: OpenApiDocument, parameter: Parameter): number {
  const { default: initial, minimum } = asObject(schemaOf(document, parameter));
  if (typeof initial === "number") return initial;
  return minimum === 0 ? 0 : 1;
}

/** JSON pointers to texts in the body whose names fit, at the top or in an object of usual name. */
function fieldsLike(document: OpenApiDocument, operation: Operation, pattern: RegExp): string[] {
  return successContents(operation).flatMap((content) => {
    const names = propertiesAt(document, content, "");
    const around = names.filter((each) => AROUND.test(plainName(each))).map((each) => pointerTo("", each));
    const pointers = ["", ...around].flatMap((at) =>
      propertiesAt(document, content, at)
        .filter((each) => pattern.test(plainName(each)))
        .map((each) => pointerTo(at, each)),
    );
    return pointers.filter((each) => hasKeyword(document, content, each, "type", ["string"]));
  });
}
