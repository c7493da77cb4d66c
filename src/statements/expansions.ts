import { asList, asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { plainName } from "./names.js";
import { schemaOf } from "./parameter-schema.js";

/** A documented value of a query parameter that shows a field as an object in place of its identifier: `expand[]=customer`. */
export interface Expansion {
  parameter: Parameter;
  value: Json;
  /** The field of the resource, or of each item. */
  field: string;
}

const EXPAND = /^(expand|include|includes|embed|populate)$/;

/**
 * The expansions of an operation, as names suggest.
 *
 * @param items JSON pointer to the items of a list; empty for one resource
 */
export function expansionsOf(document: OpenApiDocument, { parameters }: Operation, items = ""): Expansion[] {
  const wrappers = pointerNames(items);
  return parameters.flatMap((parameter): Expansion[] => {
    if (parameter.in !== "query" || !EXPAND.test(plainName(parameter.name))) return [];
    const schema = schemaOf(document, parameter);
    const isList = [schema.type].flat().includes("array");
    const members = asList(isList ? asObject(schema.items).enum : schema.enum);
    return members.flatMap((member): Expansion[] => {
      if (typeof member !== "string") return [];
      const names = member.split(".").filter((name, index) => name !== wrappers[index]);
      const [field] = names;
      return field === undefined || names.length > 1 ? [] : [{ parameter, value: isList ? [member] : member, field }];
    });
  });
}
