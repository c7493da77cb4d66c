import type { OpenApiDocument } from "../../../openapi/document/document.js";
import { pointerNames } from "../../../openapi/document/pointer.js";
import type { Operation, Parameter } from "../../../openapi/operations/operation.js";
import { plainName } from "../../names.js";
import { CURSOR, CURSOR_BACK, cursorLike, fieldName, fieldsLike, isCursorLike, isNumber } from "../likely.js";
import { type Follow, leadingValue, type PageKind } from "../page-kind.js";
import { addressInBody } from "./address.js";

const NEXT =
  /^(next|next(cursor(id)?|page|pagetoken|token|marker|url|link|href)|cursor|endcursor|continuation(token)?|after)$/;
/** Names of fields that have the value itself, never an address. */
const VALUE = /(cursor(id)?|token|marker)$/;
/** Names of fields that have it for another page, also as a number. Other numbers may be that of a page. */
const CERTAIN = /^(next|end|prev(ious)?|start)(page)?(cursor(id)?|token|marker)$/;
const PREVIOUS =
  /^(prev(ious)?|prev(ious)?(cursor(id)?|page|pagetoken|token|marker|url|link|href)|startcursor|before)$/;

/**
 * The value in the body. Without one, and with 0, the page is the last one. Empty pages may lead on: a server may send some while it
 * searches.
 */
export const byCursor: Follow = ({ parameter = "", at }, { body }) => {
  const value = leadingValue(body, at);
  return value === undefined || value === 0 || value === 0n ? undefined : { [parameter]: value };
};

/** The same, or the query of an address: names do not say which of them a field has. */
export const byCursorOrAddress: Follow = (step, page, direction) =>
  addressInBody(step, page, direction) ?? byCursor(step, page, direction);

/** Pages are requested by a value of the page before, in its body. */
export const cursor: PageKind = {
  name: "cursor",
  from: "page",
  follow: { stated: byCursor, inferred: byCursorOrAddress },
  runtime: { stated: "byCursor", inferred: "byCursorOrAddress" },
  smaller: {
    names: ["byCursor"],
    of: ({ pointer = "" }) => (VALUE.test(fieldName(pointer)) || isAmongCursors(pointer) ? "byCursor" : undefined),
  },
  find(document, operation) {
    const parameter = cursorLike(operation, CURSOR);
    const pointer = parameter && cursorField(document, operation, NEXT, parameter);
    return pointer === undefined ? undefined : { kind: "cursor", parameter, pointer };
  },
  findPrevious(document, operation, next) {
    const parameter = cursorLike(operation, CURSOR_BACK) ?? next.parameter;
    const pointer = cursorField(document, operation, PREVIOUS, parameter);
    return pointer === undefined ? undefined : { kind: "cursor", parameter, pointer };
  },
  isOfPages: (parameter) => isCursorLike(parameter, CURSOR) || isCursorLike(parameter, CURSOR_BACK),
  describe: ({ parameter, pointer }) => `\`${parameter?.name}\` has the value at \`${pointer}\` of a page`,
  extension: ({ parameter, pointer = "" }) => ({
    "x-pagination": { forward: { parameter: parameter?.name ?? "", body: pointer } },
  }),
};

/**
 * The field that has a value for a parameter: a text, or a number for a number. Beside `paging.cursors.after`, `paging.next`
 * is an address.
 */
function cursorField(
  document: OpenApiDocument,
  operation: Operation,
  pattern: RegExp,
  parameter: Parameter | undefined,
): string | undefined {
  const texts = fieldsLike(document, operation, pattern, "string");
  const text = texts.find(isCertain) ?? texts.find(isAmongCursors) ?? texts[0];
  if (text !== undefined || !parameter || !isNumber(document, parameter)) return text;
  return fieldsLike(document, operation, pattern, "integer").find(isCertain);
}

function isCertain(pointer: string): boolean {
  return CERTAIN.test(fieldName(pointer));
}

/** Whether a field is in an object of cursors. */
function isAmongCursors(pointer: string): boolean {
  return plainName(pointerNames(pointer).at(-2) ?? "") === "cursors";
}
