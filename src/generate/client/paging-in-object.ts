import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Paging, Parameter } from "#openapi/operations/operation.js";
import { kindOf } from "#statements/paging/kinds.js";
import { firstStep } from "#statements/paging/paging.js";
import { keywordPlace, schemaOf } from "#statements/parameter-schema.js";

/** A list whose pages are requested by properties of an object in the query. */
export interface ObjectPaging {
  paging: Paging;
  /** The operation as if the properties were parameters. */
  operation: Operation;
  /** The name of the object. */
  within: string;
  /** The name of each property, by the name of its parameter. */
  properties: ReadonlyMap<string, string>;
}

/**
 * Finds the step of a list in an object of its query, as springdoc writes it for Spring's `Pageable`. The name of a property
 * decides, then that with the name of its object: `page[number]`.
 */
export function objectPaging(document: OpenApiDocument, operation: Operation, list: Paging): ObjectPaging | undefined {
  for (const parameter of operation.parameters) {
    if (parameter.in !== "query") continue;
    for (const prefix of ["", parameter.name]) {
      const { parameters, properties } = propertiesOf(document, parameter, prefix);
      const inner = { ...operation, parameters };
      const next = parameters.length > 0 ? firstStep(document, inner) : undefined;
      if (!next?.parameter) continue;
      const previous = kindOf(next).findPrevious?.(document, inner, next);
      const paging = { ...list, next, previous: previous?.parameter && previous };
      return { paging, operation: inner, within: parameter.name, properties };
    }
  }
  return undefined;
}

/** The properties of an object as parameters. */
function propertiesOf(
  document: OpenApiDocument,
  parameter: Parameter,
  prefix: string,
): { parameters: Parameter[]; properties: Map<string, string> } {
  const all = asObject(schemaOf(document, parameter).properties);
  const pointer = keywordPlace(document, parameter, "properties");
  const properties = new Map(Object.keys(all).map((name) => [prefix === "" ? name : `${prefix}_${name}`, name]));
  const parameters = [...properties].map(([name, property]): Parameter => {
    const schemaPointer = pointerTo(pointer, property);
    return { ...parameter, name, schema: withFirstPage(all, asObject(all[property])), schemaPointer };
  });
  return { parameters, properties };
}

/** Spring's pages have numbers from 0 (Spring Data, `Pageable`). Its older documents do not say so. */
function withFirstPage(properties: object, schema: ReturnType<typeof asObject>): ReturnType<typeof asObject> {
  const isOfSpring = ["page", "size", "sort"].every((name) => name in properties);
  return isOfSpring && schema.$ref === undefined ? { minimum: 0, ...schema } : schema;
}
