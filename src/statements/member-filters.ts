import { asList, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { isOfEvery, isOfPresentation } from "./filters.js";
import { itemProperties, type ListOperation } from "./list-items.js";
import { isCursor } from "./paging/paging.js";
import { schemaOf } from "./parameter-schema.js";
import { flagIn } from "./resources/action-outcomes.js";
import { hasKeyword, membersAt, successContents } from "./schema-fields.js";

/** A query parameter whose values are those of a field of another name, or the names of flags. */
export interface MemberFilter {
  parameter: Parameter;
  /** The property of the items, and its value, by the value of the parameter. */
  members: Readonly<Record<string, { property: string; value: Json }>>;
}

/** The fewest members that two lists of values have in common by more than chance. */
const LEAST = 2;

/**
 * The parameters whose values select by a field of another name, as `tab=won` selects by `status`. One field alone has them
 * all as members. Otherwise, each may be the name of a flag: `availability=public` of `public`.
 *
 * @param known the parameters that select by another statement
 */
export function memberFiltersOf(
  document: OpenApiDocument,
  list: ListOperation,
  known: readonly Parameter[],
): MemberFilter[] {
  const { operation, paging } = list;
  const properties = [...new Set(itemProperties(document, list))];
  const at = (property: string) => pointerTo(paging.items, 0, property);
  const contents = successContents(operation);
  const isFlag = (property: string) =>
    contents.some((content) => hasKeyword(document, content, at(property), "type", ["boolean"]));
  return operation.parameters.flatMap((parameter): MemberFilter[] => {
    const isOpen = parameter.in === "query" && !known.includes(parameter) && !isCursor(operation, parameter);
    if (!isOpen || isOfPresentation(parameter.name)) return [];
    const values = asList(schemaOf(document, parameter).enum).filter((value) => typeof value === "string");
    const wanted = values.filter((value) => !isOfEvery(value));
    const having = properties.filter((property) => {
      const members = contents.flatMap((content) => membersAt(document, content, at(property)));
      return wanted.length >= LEAST && wanted.every((value) => members.includes(value));
    });
    const [only] = having;
    const pairs = wanted.flatMap((value): [string, { property: string; value: Json }][] => {
      if (only !== undefined) return having.length === 1 ? [[value, { property: only, value }]] : [];
      const [flag] = properties.filter(isFlag).flatMap((property) => {
        const state = flagIn(value, property);
        return state === undefined ? [] : [{ property, value: state }];
      });
      return flag ? [[value, flag]] : [];
    });
    return pairs.length === 0 ? [] : [{ parameter, members: Object.fromEntries(pairs) }];
  });
}
