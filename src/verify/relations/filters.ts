import { asList, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { plainName } from "./names.js";
import { schemaOf } from "./parameter-schema.js";
import type { ListOperation } from "./resource.js";
import { propertiesAt, successContents } from "./schema-fields.js";

/** A query parameter that has the name of a property of the items. */
export interface InferredFilter {
  parameter: Parameter;
  property: string;
  /** The values that the schema lists; undefined if it lists none. */
  members: Json[] | undefined;
}

/**
 * The filters of a list by equal names. Numbers and dates are left out: `from=2027-01-01` and `beds=2` are limits in many
 * APIs.
 */
export function inferredFilters(document: OpenApiDocument, { operation, items }: ListOperation): InferredFilter[] {
  const properties = successContents(operation).flatMap((content) =>
    propertiesAt(document, content, pointerTo(items, 0)),
  );
  return operation.parameters.flatMap((parameter): InferredFilter[] => {
    const property = properties.find((each) => plainName(each) === plainName(parameter.name));
    if (parameter.in !== "query" || property === undefined || isPaging(operation, parameter)) return [];
    const { type, enum: members, format } = schemaOf(document, parameter);
    const isText = [type].flat().includes("string") && !/^(date|time|duration)/.test(String(format ?? ""));
    const isSwitch = [type].flat().includes("boolean");
    if (!isText && !isSwitch && members === undefined) return [];
    return [{ parameter, property, members: members === undefined ? undefined : asList(members) }];
  });
}

function isPaging({ pagination }: Operation, { name }: Parameter): boolean {
  return [pagination?.pageSize, pagination?.forward.parameter, pagination?.backward?.parameter].includes(name);
}
