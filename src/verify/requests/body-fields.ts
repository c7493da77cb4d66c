import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { parentOf, pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { propertiesAt } from "#statements/schema-fields.js";
import type { Contract } from "../model/contract.js";

/** How deep the fields of a body are looked at, and how many. */
const MOST = { depth: 3, fields: 200 };

/** The places of the fields that a body has, or may have in its objects. Plain items of its lists have places, too. */
export function fieldsOfBody({ document }: Contract, mediaType: MediaType, body: Json): string[] {
  const found: string[] = [];
  const visit = (value: Json, at: string, depth: number): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.slice(0, 3).entries()) {
        // A text or a number may refer to something.
        if (typeof item === "string" || isNumber(item)) found.push(pointerTo(at, index));
        visit(item, pointerTo(at, index), depth);
      }
    }
    if (!isObject(value) || depth > MOST.depth || found.length > MOST.fields) return;
    for (const name of new Set([...Object.keys(value), ...propertiesAt(document, mediaType, at)])) {
      const place = pointerTo(at, name);
      found.push(place);
      const member = value[name];
      if (member !== undefined) visit(member, place, depth + 1);
    }
  };
  visit(body, "", 0);
  // The outer fields first: an object that is replaced as a whole has new values for its own fields.
  return found.toSorted((one, other) => parentOf(one).length - parentOf(other).length);
}
