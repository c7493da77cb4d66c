import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isPageObjectName } from "#openapi/operations/page-names.js";
import { plainName } from "../names.js";
import { schemaOf } from "../parameter-schema.js";
import { hasKeyword, propertiesAt, successContents } from "../schema-fields.js";

/** Names of objects in a body that lead to other pages. */
const OF_LINKS = /^(links|cursors)$/;

/** Plain names of parameters that are cursors to the next page, and to the one before. */
export const CURSOR = /^(cursor(id)?|after|startingafter|(next)?(page)?token|continuation(token)?|marker|startafter)$/;
export const CURSOR_BACK = /^(before|endingbefore|endbefore|prev(ious)?(page)?(cursor|token)?)$/;

/** Plain names of fields that count all pages, and all items, of a list. */
export const TOTAL_PAGES = /^(totalpages|pages|numpages|lastpage|pagestotal)$/;
export const TOTAL = /^(total|totalcount|totalitems|totalelements|totalresults|totalrecords|totalsize)$/;

/** Plain names of fields with the address of the next page. */
export const ADDRESS = /^(next|next(page|url|link|href))$/;

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
 * JSON pointers to fields of a type in the body whose plain names fit. They are at the top, or in an object of usual name.
 */
export function fieldsLike(
  document: OpenApiDocument,
  operation: Operation,
  pattern: RegExp,
  ...types: readonly ("boolean" | "integer" | "number" | "string")[]
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
    return pointers.filter((pointer) => hasKeyword(document, content, pointer, "type", types));
  });
}
