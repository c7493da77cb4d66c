import { asList, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { mergedSchema } from "#openapi/schema/merged-schema.js";
import { itemProperties, type ListOperation } from "./list-items.js";
import { momentOfCreation } from "./moments.js";
import { plainName } from "./names.js";
import { schemaOf } from "./parameter-schema.js";
import { hasKeyword, successContents } from "./schema-fields.js";
import { statedOrder } from "./stated-order.js";

type Direction = "ascending" | "descending";

/** A value of a query parameter. */
interface QueryValue {
  parameter: Parameter;
  value: string;
}

/** A documented value of a query parameter by which a list is sorted: `sort=-createdAt`, or `sort=name` and `direction=desc`. */
export interface Sorting {
  /** Sent together, that which names the property first. */
  query: readonly [QueryValue, ...QueryValue[]];
  property: string;
  /** Undefined if no value says it. */
  direction: Direction | undefined;
  /** Whether the property is one of a few values, which may have an order of their own: `low`, `medium`, `high`. */
  isEnum: boolean;
}

const SORT = /^(sort|sortby|order|orderby|ordering|sortkey|sortfield)$/;
const DIRECTION = /^(direction|order|(sort|order)(dir|direction|order))$/;

/**
 * The documented values by which a list is sorted, as their names suggest. Each has the name of a property of the items. The
 * direction may have a parameter of its own. It may be alone where the description states an order by the moment of
 * creation.
 */
export function sortingsOf(document: OpenApiDocument, list: ListOperation): Sorting[] {
  const properties = itemProperties(document, list);
  const isEnum = (property: string) =>
    successContents(list.operation).some((content) =>
      hasKeyword(document, content, pointerTo(list.paging.items, 0, property), "enum"),
    );
  const sortings = list.operation.parameters.flatMap((parameter): Sorting[] => {
    if (parameter.in !== "query" || !SORT.test(plainName(parameter.name))) return [];
    return asList(schemaOf(document, parameter).enum).flatMap((value): Sorting[] => {
      const key = typeof value === "string" ? sortKey(value, properties) : undefined;
      if (typeof value !== "string" || !key) return [];
      return [{ query: [{ parameter, value }], ...key, isEnum: isEnum(key.property) }];
    });
  });
  const directions = directionsOf(document, list);
  const created = statedOrder(list.operation) && momentOfCreation(properties);
  if (sortings.length === 0 && created !== undefined) {
    return directions.map(([direction, value]) => ({ query: [value], property: created, direction, isEnum: false }));
  }
  return sortings.flatMap((sorting): Sorting[] => {
    if (sorting.direction !== undefined || directions.length === 0) return [sorting];
    return directions.map(([direction, value]) => ({ ...sorting, query: [...sorting.query, value], direction }));
  });
}

/** A property by which a list is sorted. */
export interface SortKey {
  property: string;
  /** Undefined if no value says it. */
  direction: Direction | undefined;
}

/** The property that a value of a parameter names: `-createdAt`, `name:desc`, `name,asc`. Undefined if it names none. */
function sortKey(value: string, properties: readonly string[]): SortKey | undefined {
  const [, sign, name = "", ending] =
    /^([-+])?(.*?)(?:[\s:_.,-]?\b(asc|desc)(?:ending)?)?$/i.exec(value.replace(/_(asc|desc)$/i, ":$1")) ?? [];
  const property = properties.find((known) => plainName(known) === plainName(name));
  if (property === undefined) return undefined;
  const isDescending = sign === "-" || ending?.toLowerCase() === "desc";
  const says = sign !== undefined || ending !== undefined;
  return { property, direction: isDescending ? "descending" : says ? "ascending" : undefined };
}

/** The parameters of a list that name any property to sort by, where the document lists no values. */
export interface FreeSorting {
  parameter: Parameter;
  /** The parameter for the direction alone; undefined if there is none. */
  direction: Parameter | undefined;
  properties: readonly string[];
}

/** How a list may be sorted by any property; undefined if no parameter suggests it, or values are listed. */
export function freeSortingOf(document: OpenApiDocument, list: ListOperation): FreeSorting | undefined {
  const query = list.operation.parameters.filter((parameter) => parameter.in === "query");
  const isFree = (parameter: Parameter) => {
    const { type, enum: listed, items } = schemaOf(document, parameter);
    const { enum: listedItems } = mergedSchema(document, items);
    return [type].flat().some((name) => name === "string" || name === "array") && !listed && !listedItems;
  };
  const parameter = query.find((candidate) => SORT.test(plainName(candidate.name)) && isFree(candidate));
  if (!parameter) return undefined;
  const direction = query.find((other) => other !== parameter && DIRECTION.test(plainName(other.name)));
  return { parameter, direction, properties: itemProperties(document, list) };
}

/** The properties that a request sorts by, the first one first. @param direction the value of its own parameter */
export function sortKeys({ properties }: FreeSorting, sent: Json | undefined, direction: Json | undefined): SortKey[] {
  const texts = [sent ?? []].flat().map(String);
  // A list of one key may be read as its name and its direction.
  const joined: string[] = [];
  for (const text of texts) {
    const key = /^(asc|desc)(ending)?$/i.test(text) ? joined.pop() : undefined;
    joined.push(key === undefined ? text : `${key}:${text}`);
  }
  const isReversed = /^desc/i.test(String(direction ?? ""));
  return joined
    .flatMap(
      (text) => sortKey(text, properties) ?? text.split(",").flatMap((part) => sortKey(part.trim(), properties) ?? []),
    )
    .map((key) => ({ ...key, direction: key.direction ?? (isReversed ? "descending" : undefined) }));
}

/** The values of a parameter for the direction alone: `direction=asc`. An empty list if the document does not have both. */
function directionsOf(document: OpenApiDocument, { operation }: ListOperation): [Direction, QueryValue][] {
  for (const parameter of operation.parameters) {
    if (parameter.in !== "query" || !DIRECTION.test(plainName(parameter.name))) continue;
    const { enum: members, pattern, description } = schemaOf(document, parameter);
    const words = `${pattern ?? ""} ${description ?? ""} ${parameter.description}`.match(/\b(asc|desc)(ending)?\b/gi);
    const values = (members === undefined ? [...(words ?? [])] : asList(members)).filter(
      (value) => typeof value === "string",
    );
    const ascending = values.find((value) => /^asc(ending)?$/i.test(value));
    const descending = values.find((value) => /^desc(ending)?$/i.test(value));
    if (ascending === undefined || descending === undefined) continue;
    return [
      ["ascending", { parameter, value: ascending }],
      ["descending", { parameter, value: descending }],
    ];
  }
  return [];
}
