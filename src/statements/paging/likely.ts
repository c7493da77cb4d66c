import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { itemsPointer } from "../list-items.js";
import { plainName } from "../names.js";
import { schemaOf } from "../parameter-schema.js";
import { hasKeyword, propertiesAt, successContents } from "../schema-fields.js";
import { pagePlaces } from "./page-places.js";

/** Plain names of objects that lead to one other page. */
const STEP = /^(next|prev(ious)?)$/;

/** Plain names of parameters that are cursors to the next page, and to the one before. */
export const CURSOR = /^(cursor(id)?|after|startingafter|(next)?(page)?token|continuation(token)?|marker|startafter)$/;
export const CURSOR_BACK = /^(before|endingbefore|endbefore|prev(ious)?(page)?(cursor|token)?)$/;

/** Plain names of fields that count all pages, and all items, of a list. */
export const TOTAL_PAGES = /^(totalpages|pages|numpages|lastpage|pagestotal)$/;
export const TOTAL = /^(total|totalcount|totalitems|totalelements|totalresults|totalrecords|totalsize)$/;

/** Plain names of fields with the address of the next page. */
export const ADDRESS = /^(next|next(page|url|link|href))$/;

/** Whether a field has an address of a page by its name alone. `next` may also have a value. */
export function isAddressName(pointer: string): boolean {
  return /^(next|prev(ious)?)(url|link|href)$/.test(fieldName(pointer));
}

/** The first query parameter whose name is that of a cursor. One that has a moment selects items by it. */
export function cursorLike(operation: Pick<Operation, "parameters">, pattern: RegExp): Parameter | undefined {
  return operation.parameters.find((parameter) => isCursorLike(parameter, pattern));
}

/** Whether a query parameter is a cursor by its name, and does not have a moment by its format. */
export function isCursorLike({ in: place, name, schema }: Parameter, pattern: RegExp): boolean {
  const hasMoment = /^date([-_]?time)?$/i.test(String(Object(schema).format ?? ""));
  return place === "query" && pattern.test(plainName(name)) && !hasMoment;
}

/** The first query parameter that is a number, and whose name fits. */
export function numberLike(
  document: OpenApiDocument,
  { parameters }: Operation,
  isLike: (name: string) => boolean,
): Parameter | undefined {
  return parameters.find(
    (parameter) => parameter.in === "query" && isLike(parameter.name) && isNumber(document, parameter),
  );
}

/** Whether the values of a parameter may be numbers. */
export function isNumber(document: OpenApiDocument, parameter: Parameter): boolean {
  const types = [schemaOf(document, parameter).type].flat();
  return types.includes("integer") || types.includes("number");
}

/**
 * JSON pointers to fields of a type in the body whose plain names fit. They are where a body describes its page. In an object
 * for another page, the name of that object is part of theirs: `next.href` is `nexthref`.
 */
export function fieldsLike(
  document: OpenApiDocument,
  operation: Operation,
  pattern: RegExp,
  ...types: readonly ("boolean" | "integer" | "number" | "string")[]
): string[] {
  const items = operation.paging?.items ?? itemsPointer(document, operation) ?? "";
  return successContents(operation).flatMap((content) => {
    const namesAt = (at: string) => propertiesAt(document, content, at);
    const places = pagePlaces(items, namesAt);
    const ofSteps = places.flatMap((at) =>
      namesAt(at)
        .filter((name) => STEP.test(plainName(name)))
        .map((name) => pointerTo(at, name)),
    );
    const pointers = [...places, ...ofSteps].flatMap((at) => namesAt(at).map((name) => pointerTo(at, name)));
    return pointers.filter(
      (pointer) => pattern.test(fieldName(pointer)) && hasKeyword(document, content, pointer, "type", types),
    );
  });
}

/** The plain name of a field that describes a page, with that of the object for another page around it. */
export function fieldName(pointer: string): string {
  const [around = "", name = ""] = ["", ...pointerNames(pointer)].slice(-2).map(plainName);
  return STEP.test(around) ? around + name : name;
}
