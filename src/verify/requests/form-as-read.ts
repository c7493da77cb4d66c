import { isDeepStrictEqual } from "node:util";
import { URLENCODED } from "#http/media-type.js";
import { readForm } from "#http/request/read-form.js";
import { formText } from "#http/serialize.js";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { MediaType } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";

/**
 * A form as a server reads it by the document. Each field is a text, or what its schema and its encoding make of it.
 */
export function formAsRead(
  { document, validator }: Pick<Contract, "document" | "validator">,
  form: MediaType,
  value: JsonObject,
): JsonObject {
  return asObject(readForm(document, form, URLENCODED, formText(value, form.encoding), validator)?.value);
}

/**
 * Whether a form can carry a value. It can carry a plain field, and a list or an object if it is read as it was. An empty
 * list is not written at all, and null as a text like any other.
 */
export function canCarry(contract: Pick<Contract, "document" | "validator">, form: MediaType, value: Json): boolean {
  if (!isObject(value)) return false;
  const structured = Object.entries(value).filter(([, field]) => typeof field === "object");
  if (structured.length === 0) return true;
  const read = formAsRead(contract, form, value);
  return structured.every(([name, field]) => isDeepStrictEqual(read[name], field));
}
