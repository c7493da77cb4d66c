import { cookiesOf } from "#http/request/cookies.js";
import { readParameter } from "#http/request/read-parameter.js";
import { serializeParameters } from "#http/serialize-parameters.js";
import { asObject, isObject, type Json } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Parameter } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { Contract } from "#verify/model/contract.js";
import { formAsRead } from "../form-as-read.js";
import type { InvalidValue } from "./invalid-values.js";

type Reading = Pick<Contract, "document" | "validator">;

/**
 * Whether an invalid value of a parameter is still invalid for a server that reads it by the document. In a parameter, one
 * text is also a list of one.
 */
export function isInvalidParameterAsSent({ document, validator }: Reading, parameter: Parameter, value: Json): boolean {
  const { name, in: location } = parameter;
  const sent = serializeParameters(`{${name}}`, [{ parameter, value }]);
  const parts = {
    path: location === "path" ? { [name]: percentDecoded(sent.path) } : {},
    query: new URLSearchParams(sent.query({})),
    headers: { get: () => sent.headers[0]?.[1].trim() ?? null },
    cookies: cookiesOf(sent.cookie({})),
  };
  const read = readParameter(document, parameter, parts, validator);
  return read !== undefined && read.errors.length > 0;
}

/**
 * Whether a value of another type is a text, as everything in a URL or a form is. `1.5` would be a text like any other.
 */
export function isOfText({ keyword, value, path = [] }: Pick<InvalidValue, "keyword" | "value" | "path">): boolean {
  return !keyword.endsWith("/type") || typeof valueAt(value, pointerTo("", ...path)) === "string";
}

/** Whether an invalid form is still invalid for a server that reads it by the document. */
export function isInvalidFormAsSent(contract: Reading, form: MediaType, invalid: InvalidValue): boolean {
  const { keyword, value, field } = invalid;
  if (!isObject(value)) return false;
  const { validator } = contract;
  if (field === undefined) {
    const errors = validator.errors(form.schemaPointer, formAsRead(contract, form, value));
    return errors.some((error) => error.keyword === keyword);
  }
  const sent = value[field];
  if (sent === undefined) return keyword.endsWith("/required");
  const isType = keyword.endsWith("/type");
  const places = placesOf(contract, form, field);
  const types = places.flatMap((place) => asObject(valueAt(contract.document, place)).type ?? []).flat();
  if (types.length > 0 && types.every((type) => type !== "array" && type !== "object")) {
    return typeof sent !== "object" && (!isType || typeof sent === "string");
  }
  if (isType && isWrittenOtherwise(contract, form, invalid)) return false;
  const read = formAsRead(contract, form, { [field]: sent })[field];
  return read !== undefined && places[0] !== undefined && validator.errors(places[0], read).length > 0;
}

/** The schemas that apply to a field. */
function placesOf({ document }: Reading, { schemaPointer }: MediaType, field: string): readonly string[] {
  return schemasAt(document, schemaPointer, pointerTo("", field)).at(-1) ?? [];
}

/**
 * Whether a value of another type is written under another name than a valid one, or not at all. An example is `a` in place
 * of `a[b]`. A server may then ignore it, as any field that the document does not describe. Or it is written as a valid one
 * is.
 */
function isWrittenOtherwise(
  { document }: Reading,
  { encoding }: MediaType,
  { keyword, value, path = [] }: InvalidValue,
): boolean {
  const { style, explode } = encoding[path[0] ?? ""] ?? {};
  const wanted = [valueAt(document, keyword) ?? []].flat().map(String);
  const sent = valueAt(value, pointerTo("", ...path));
  if (style === undefined && explode === undefined) {
    const isOfList = Array.isArray(valueAt(value, pointerTo("", ...path.slice(0, 1))));
    return (path.length === 1 && sent === null) || (path.length > 1 && isOfList && typeof sent === "object");
  }
  // A number in place of a text is a text as any other.
  if (typeof sent !== "string" && typeof sent !== "object" && wanted.every((type) => type === "string")) return true;
  return (
    sent === null || !wanted.some((type) => shapeOf(type) === shapeOf(Array.isArray(sent) ? "array" : typeof sent))
  );
}

function shapeOf(type: string): string {
  return type === "array" || type === "object" ? type : "text";
}
