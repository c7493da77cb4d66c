import { asList, type OpenApiDocument } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { itemProperties } from "./list-items.js";
import { plainName } from "./names.js";
import { schemaOf } from "./parameter-schema.js";
import type { ListOperation } from "./resource.js";

/** A documented value of a query parameter by which a list is sorted: `sort=-createdAt`. */
export interface Sorting {
  parameter: Parameter;
  value: string;
  property: string;
  /** Undefined if the value does not say it. */
  direction: "ascending" | "descending" | undefined;
}

const SORT = /^(sort|sortby|order|orderby|sortkey|sortfield)$/;

/** The documented values by which a list is sorted, as their names suggest: each has the name of a property of the items. */
export function sortingsOf(document: OpenApiDocument, list: ListOperation): Sorting[] {
  const properties = itemProperties(document, list);
  return list.operation.parameters.flatMap((parameter): Sorting[] => {
    if (parameter.in !== "query" || !SORT.test(plainName(parameter.name))) return [];
    return asList(schemaOf(document, parameter).enum).flatMap((value): Sorting[] => {
      if (typeof value !== "string") return [];
      const [, sign, name = "", ending] =
        /^([-+])?(.*?)(?:[\s:_.,-]?\b(asc|desc)(?:ending)?)?$/i.exec(value.replace(/_(asc|desc)$/i, ":$1")) ?? [];
      const property = properties.find((known) => plainName(known) === plainName(name));
      if (property === undefined) return [];
      const isDescending = sign === "-" || ending?.toLowerCase() === "desc";
      const says = sign !== undefined || ending !== undefined;
      return [{ parameter, value, property, direction: isDescending ? "descending" : says ? "ascending" : undefined }];
    });
  });
}
