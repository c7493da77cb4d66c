import { asList, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Paging, Parameter } from "#openapi/operations/operation.js";
import { plainName } from "./names.js";
import { cursorParameters, isCursor } from "./paging.js";
import { schemaOf } from "./parameter-schema.js";
import type { ListOperation } from "./resource.js";
import { propertiesAt, successContents } from "./schema-fields.js";

/** A query parameter that selects the items by one of their properties. */
export interface Filter {
  /** The document lists the values of a stated filter. Of an inferred one, it has the name of a property alone. */
  basis: Paging["basis"];
  parameter: Parameter;
  property: string;
  /** The values that the schema lists; undefined if it lists none. */
  members: Json[] | undefined;
  /** Whether a list without the parameter is filtered too, by its default. */
  hasDefault: boolean;
}

/**
 * The filters of a list. Numbers and dates are left out where only equal names suggest a filter: `from=2027-01-01` and
 * `beds=2` are limits in many APIs.
 */
export function filtersOf(document: OpenApiDocument, { operation, paging }: ListOperation): Filter[] {
  const properties = successContents(operation).flatMap((content) =>
    propertiesAt(document, content, pointerTo(paging.items, 0)),
  );
  // `x-pagination` describes a whole list, so its parameters with documented values are filters.
  const isDescribed = cursorParameters(operation).length > 0;
  return operation.parameters.flatMap((parameter): Filter[] => {
    const { in: place, name } = parameter;
    if (place !== "query" || parameter === paging.pageSize || isCursor(operation, parameter)) return [];
    const { type, enum: listed, format, default: initial } = schemaOf(document, parameter);
    const members = listed === undefined ? undefined : asList(listed);
    const property = properties.find((known) => plainName(known) === plainName(name));
    const facts = { parameter, members, hasDefault: initial !== undefined };
    if (isDescribed && members !== undefined) return [{ basis: "stated", property: name, ...facts }];
    const isText = [type].flat().includes("string") && !/^(date|time|duration)/.test(String(format ?? ""));
    const isLikely = isText || [type].flat().includes("boolean") || members !== undefined;
    return property !== undefined && isLikely ? [{ basis: "inferred", property, ...facts }] : [];
  });
}
