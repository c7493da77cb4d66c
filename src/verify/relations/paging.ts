import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Cursor, NextPage, Operation, Paging, Parameter } from "#openapi/operations/operation.js";
import { isPageObjectName, isPageSizeName } from "#openapi/operations/page-names.js";
import type { ListOperation } from "#statements/list-items.js";
import { itemsPointer } from "#statements/list-items.js";
import { plainName } from "#statements/names.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { hasKeyword, propertiesAt, successContents } from "#statements/schema-fields.js";

const PAGE = /^(page|page(number|no|num|index))$/;
const OFFSET = /^(offset|skip|start(index|at)?)$/;
const CURSOR = /^(cursor|after|startingafter|(next)?(page)?token|continuation(token)?|marker|startafter)$/;
const CURSOR_BACK = /^(before|endingbefore|endbefore|prev(ious)?(page)?(cursor|token)?)$/;
const ITEM_CURSOR = /^(after|startingafter|startafter)$/;
const NEXT =
  /^(next|next(cursor|page|pagetoken|token|marker|url|link|href)|cursor|endcursor|continuation(token)?|after)$/;
const ADDRESS = /^(next|next(page|url|link|href))$/;
const PREVIOUS = /^(prev(ious)?|prev(ious)?(cursor|page|pagetoken|token|marker|url|link|href)|startcursor|before)$/;
const PREVIOUS_ADDRESS = /^(prev(ious)?|prev(ious)?(page|url|link|href))$/;
const HAS_MORE = /^(hasmore|hasnext(page)?)$/;

const OF_LINKS = /^(links|cursors)$/;

/** Whether a parameter is a cursor, as the document states or its name suggests: its values come from pages alone. */
export function isCursor(operation: Operation, parameter: Parameter): boolean {
  const name = plainName(parameter.name);
  const isLikely = operation.method === "get" && parameter.in === "query";
  return cursorParameters(operation).includes(parameter) || (isLikely && (CURSOR.test(name) || CURSOR_BACK.test(name)));
}

/** The parameters that are cursors: to the next page, and to the one before. Of an operation, those that the document states. */
export function cursorParameters({ paging }: Pick<Operation, "paging">): Parameter[] {
  return [paging?.next, paging?.previous].flatMap((cursor) =>
    cursor?.kind === "item" || cursor?.kind === "cursor" ? [cursor.parameter] : [],
  );
}

/** The cursor of a parameter; undefined if the document does not state that the parameter is a cursor that names an item. */
export function itemCursor({ paging }: Operation, { name }: Parameter): Cursor | undefined {
  for (const cursor of [paging?.next, paging?.previous]) {
    if (cursor?.kind === "item" && cursor.parameter.name === name) return cursor;
  }
  return undefined;
}

/** The list that an operation responds with, and how it is paged; undefined for any other operation. */
export function listOf(document: OpenApiDocument, operation: Operation): ListOperation | undefined {
  if (operation.method !== "get") return undefined;
  const known = found.get(operation) ?? { list: findList(document, operation) };
  found.set(operation, known);
  return known.list;
}

/** Several test cases ask for a list, and large documents take long. */
const found = new WeakMap<Operation, { list: ListOperation | undefined }>();

function findList(document: OpenApiDocument, operation: Operation): ListOperation | undefined {
  if (operation.paging) return { operation, paging: operation.paging };
  const items = itemsPointer(document, operation);
  if (items === undefined) return undefined;
  const pageSize = parameterLike(document, operation, isPageSizeName, true);
  const next = nextPage(document, operation);
  const { pointer } = operation;
  const [hasMore] = fieldsLike(document, operation, HAS_MORE, "boolean");
  const facts = { basis: "inferred", pointer, items, hasMore } as const;
  return { operation, paging: { ...facts, pageSize, next, previous: previousPage(document, operation, next) } };
}

/** The way back, which is of the same kind as the way to the next page. */
function previousPage(document: OpenApiDocument, operation: Operation, next: NextPage | undefined): Paging["previous"] {
  const parameter = parameterLike(document, operation, like(CURSOR_BACK), false);
  if (next?.kind === "item") return parameter && { ...next, parameter };
  if (next?.kind === "address") {
    const [pointer] = fieldsLike(document, operation, PREVIOUS_ADDRESS);
    return pointer === undefined && next.pointer !== undefined ? undefined : { kind: "address", pointer };
  }
  const [pointer] = next?.kind === "cursor" ? fieldsLike(document, operation, PREVIOUS) : [];
  return next?.kind === "cursor" && pointer !== undefined
    ? { kind: "cursor", parameter: parameter ?? next.parameter, pointer }
    : undefined;
}

function nextPage(document: OpenApiDocument, operation: Operation): NextPage | undefined {
  const page = parameterLike(document, operation, like(PAGE), true);
  if (page) return { kind: "page", parameter: page, first: firstPage(document, page) };
  const offset = parameterLike(document, operation, like(OFFSET), true);
  if (offset) return { kind: "offset", parameter: offset };
  const cursor = parameterLike(document, operation, like(CURSOR), false);
  const [field] = cursor ? fieldsLike(document, operation, NEXT) : [];
  if (cursor && field !== undefined) return { kind: "cursor", parameter: cursor, pointer: field };
  const [address] = fieldsLike(document, operation, ADDRESS);
  const hasLink = operation.responses.some(({ headers }) => headers.some(({ name }) => plainName(name) === "link"));
  if (address !== undefined || hasLink) return { kind: "address", pointer: address };
  return cursor && ITEM_CURSOR.test(plainName(cursor.name))
    ? { kind: "item", parameter: cursor, pointer: "/id" }
    : undefined;
}

function like(pattern: RegExp): (name: string) => boolean {
  return (name) => pattern.test(plainName(name));
}

function parameterLike(
  document: OpenApiDocument,
  { parameters }: Operation,
  isLike: (name: string) => boolean,
  isNumber: boolean,
): Parameter | undefined {
  return parameters.find((parameter) => {
    if (parameter.in !== "query" || !isLike(parameter.name)) return false;
    const types = [schemaOf(document, parameter).type].flat();
    return !isNumber || types.includes("integer") || types.includes("number");
  });
}

function firstPage(document: OpenApiDocument, parameter: Parameter): number {
  const { default: initial, minimum } = asObject(schemaOf(document, parameter));
  if (typeof initial === "number") return initial;
  return minimum === 0 ? 0 : 1;
}

/** JSON pointers to fields of a type in the body whose names fit, at the top or in an object of usual name. */
function fieldsLike(
  document: OpenApiDocument,
  operation: Operation,
  pattern: RegExp,
  type: "string" | "boolean" = "string",
): string[] {
  return successContents(operation).flatMap((content) => {
    const names = propertiesAt(document, content, "");
    const around = names
      .filter((name) => isPageObjectName(name) || OF_LINKS.test(plainName(name)))
      .map((name) => pointerTo("", name));
    const pointers = ["", ...around].flatMap((at) =>
      propertiesAt(document, content, at)
        .filter((name) => pattern.test(plainName(name)))
        .map((name) => pointerTo(at, name)),
    );
    return pointers.filter((pointer) => hasKeyword(document, content, pointer, "type", [type]));
  });
}
