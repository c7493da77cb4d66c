import { appliedTo } from "#openapi/document/applied.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType, Parameter } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { itemProperties, type ListOperation } from "./list-items.js";
import { plainName } from "./names.js";
import { schemaOf } from "./parameter-schema.js";
import { hasKeyword, propertiesAt, successContents } from "./schema-fields.js";

/** A query parameter that names who has set a flag of the items. `favorited=mina` selects the favorites of Mina. */
export interface FlagFilter {
  parameter: Parameter;
  /** The property of the items, which is true for the person of the key. */
  flag: string;
  /** JSON pointer in an item to the field that names people as the parameter does: `/author/username`. */
  person: string;
}

/**
 * The parameters of a list that name who has set a flag. Each has the name of a boolean of the items. Its schema is that of a
 * field that names somebody in an object of the items.
 */
export function flagFiltersOf(document: OpenApiDocument, list: ListOperation): FlagFilter[] {
  const { operation, paging } = list;
  const properties = itemProperties(document, list);
  const at = pointerTo(paging.items, 0);
  return successContents(operation).flatMap((content) =>
    operation.parameters.flatMap((parameter): FlagFilter[] => {
      const { type } = schemaOf(document, parameter);
      const isText = parameter.in === "query" && [type].flat().includes("string");
      const flag = properties.find(
        (name) =>
          plainName(name) === plainName(parameter.name) &&
          hasKeyword(document, content, pointerTo(at, name), "type", ["boolean"]),
      );
      const person = isText && flag !== undefined ? personIn(document, content, at, parameter) : undefined;
      return flag === undefined || person === undefined ? [] : [{ parameter, flag, person }];
    }),
  );
}

/** The field of an object in an item that has the component of a parameter's schema. */
function personIn(
  document: OpenApiDocument,
  content: MediaType,
  at: string,
  { schemaPointer }: Parameter,
): string | undefined {
  const components = [...appliedTo(document, schemaPointer)].filter((pointer) => pointer !== schemaPointer);
  for (const outer of propertiesAt(document, content, at)) {
    for (const name of propertiesAt(document, content, pointerTo(at, outer))) {
      const schemas = schemasAt(document, content.schemaPointer, pointerTo(at, outer, name)).at(-1) ?? [];
      if (schemas.some((pointer) => components.includes(pointer))) return pointerTo("", outer, name);
    }
  }
  return undefined;
}
