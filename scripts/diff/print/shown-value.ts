import { isObject, type Json } from "#openapi/document/document.js";
import { shortened } from "#verify/model/shortened.js";

/** The longest value that is shown as a whole, in characters. */
const MAX_SHOWN = 120;

/** A value for a reader: a text, a number, or a list of them; undefined for a whole part of the document, which has a name. */
export function shownValue(value: Json | undefined): string | undefined {
  if (value === undefined || isObject(value)) return undefined;
  if (!Array.isArray(value)) return shortened(JSON.stringify(value), MAX_SHOWN);
  if (value.some((item) => typeof item === "object" && item !== null)) return undefined;
  return shortened(value.map((item) => JSON.stringify(item)).join(", "), MAX_SHOWN);
}
