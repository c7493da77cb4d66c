import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { parentOf, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { MediaType, Operation, Paging, Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "./list-items.js";
import { itemProperties } from "./list-items.js";
import { IDENTIFYING, likelyProperties, plainName, pluralOf, singularOf } from "./names.js";
import { cursorParameters, isCursor } from "./paging/paging.js";
import { schemaOf, withSingleValue } from "./parameter-schema.js";
import { hasKeyword, propertiesAt, successContents } from "./schema-fields.js";

/** A query parameter that selects the items by one of their properties. */
export interface Filter {
  /** The document lists the values of a stated filter. Of an inferred one, it has the name of a property alone. */
  basis: Paging["basis"];
  parameter: Parameter;
  property: string;
  /** JSON pointer to its value in an item. A list has several values, and an object the field that identifies it. */
  pointer: string;
  /** The values that the schema lists; undefined if it lists none. */
  members: Json[] | undefined;
  /** Whether the parameter has a list of values: `tags=a,b`. */
  isList: boolean;
  /** Whether a list without the parameter is filtered too, by its default. */
  hasDefault: boolean;
  /** Whether the document says that it selects by the exact value. Otherwise, a text may be searched for in a part of the values. */
  isExact: boolean;
}

const EXACT = /\bexact(ly)?\b/i;

/**
 * Plain names of parameters that choose what is shown of each item, or its order. Items may have such a property. A parameter
 * with the same pattern or format selects by it: `order` may be one that somebody placed.
 */
const OF_PRESENTATION =
  /^(fields?|fieldsets?|columns?|attributes|properties|select|includes?|excludes?|expand|embed|populate|with|sort(by)?|order(by)?|groupby|view)$/;

/** Whether a parameter of this name may choose what is shown of each item, or its order. */
export function isOfPresentation(name: string): boolean {
  return OF_PRESENTATION.test(plainName(name));
}

/**
 * The filters of a list. Numbers and dates are left out where only equal names suggest a filter. `from=2027-01-01` and
 * `beds=2` are limits in many APIs.
 */
export function filtersOf(document: OpenApiDocument, list: ListOperation): Filter[] {
  const { operation, paging } = list;
  const contents = successContents(operation);
  const properties = itemProperties(document, list);
  // `x-pagination` describes a whole list, so its parameters with documented values are filters.
  const isDescribed = cursorParameters(operation).length > 0;
  return operation.parameters.flatMap((parameter): Filter[] => {
    const { in: place, name } = parameter;
    if (place !== "query" || parameter === paging.pageSize || isCursor(operation, parameter)) return [];
    const schema = schemaOf(document, parameter);
    const isList = [schema.type].flat().includes("array");
    const { type, enum: listed, format, pattern } = schemaOf(document, withSingleValue(document, parameter));
    const members = listed === undefined ? undefined : asList(listed);
    const isLike = (known: string | undefined) =>
      known !== undefined &&
      contents.some((content) => {
        const at = pointerTo(paging.items, 0, known);
        return Object.entries({ pattern, format }).some(
          ([keyword, value]) => value !== undefined && hasKeyword(document, content, at, keyword, [value]),
        );
      });
    const isOf = (types: string[], known: string) =>
      contents.some((content) => hasKeyword(document, content, pointerTo(paging.items, 0, known), "type", types));
    // Where a property has numbers for the texts of the parameter, another one may have the texts.
    const textBeside = (known: string | undefined) => {
      if (known === undefined || ![type].flat().includes("string") || !isOf(["integer", "number"], known)) return known;
      const names = TEXT_ENDINGS.map((ending) => plainName(known) + ending);
      const other = properties.find((candidate) => names.includes(plainName(candidate)) && isOf(["string"], candidate));
      return other ?? known;
    };
    const isFlag = (known: string) =>
      contents.some((content) => isBoolean(document, content, pointerTo(paging.items, 0, known)));
    const property = textBeside(propertyFor(name, properties));
    if (isOfPresentation(name) && !isLike(property)) return [];
    // `favorited=mina` is not the flag `favorited`.
    if (property !== undefined && isFlag(property) && !includesBoolean(type, members)) return [];
    const pointer = pointerTo("", property ?? name, ...identifyingIn(document, operation, paging.items, property));
    const isExact = EXACT.test(parameter.description ?? "");
    const facts = { parameter, pointer, members, isList, isExact, hasDefault: schema.default !== undefined };
    if (isDescribed && members !== undefined && !isList) {
      return [{ basis: "stated", property: name, ...facts, pointer: pointerTo("", name) }];
    }
    const isText = [type].flat().includes("string") && !/^(date|time|duration)/.test(String(format ?? ""));
    const isLikely =
      isText || [type].flat().includes("boolean") || members !== undefined || namesAnother(name, property);
    return property !== undefined && isLikely ? [{ basis: "inferred", property, ...facts }] : [];
  });
}

/** Whether a number identifies something else than the item: `project_id`. Any other number may be a limit, such as `beds`. */
function namesAnother(parameter: string, property: string | undefined): boolean {
  const isIdentifying = (name: string) => {
    const words = wordsOf(name);
    return words.length > 1 && IDENTIFYING.includes(plainName(words.at(-1) ?? ""));
  };
  return property !== undefined && isIdentifying(parameter) && isIdentifying(property);
}

/** Endings of properties that hold what a filter names: `tag` selects by `tagList`, `customer` by `customer_id`. */
const ENDINGS = ["list", "names", "ids", "id", "slug", "slugs", "uuid"];

/** Endings of properties that have as a text what another one has as a number: `status_text` of `status`. */
const TEXT_ENDINGS = ["text", "name", "label"];

/** A member of an object of filters, as the name of a parameter has it: `filter[status]`. */
const MEMBER = /^filters?\[([^[\]]+)\]/;

/**
 * The property of the items that a filter selects by. It has the same name, its plural or singular, or a usual ending.
 */
function propertyFor(parameter: string, properties: readonly string[]): string | undefined {
  const name = MEMBER.exec(parameter)?.[1] ?? parameter;
  const wanted = [name, pluralOf(name), ...ENDINGS.map((ending) => name + ending), singularOf(name)].map(plainName);
  for (const candidate of wanted) {
    const property = properties.find((known) => plainName(known) === candidate);
    if (property !== undefined) return property;
  }
  return undefined;
}

/** Values by which a filter selects every item. */
const EVERY = ["all", "any"];

/** Whether a value of a filter means all items, where none has it: `status=all`. */
export function isOfEvery(value: Json): boolean {
  return typeof value === "string" && EVERY.includes(value.toLowerCase());
}

function isBoolean(document: OpenApiDocument, content: MediaType, at: string): boolean {
  return hasKeyword(document, content, at, "type", ["boolean"]);
}

/** Whether a parameter may be a flag: a boolean, or an enum of `true` and `false`. */
function includesBoolean(type: Json | undefined, members: readonly Json[] = []): boolean {
  return [type].flat().includes("boolean") || members.some((member) => ["true", "false"].includes(String(member)));
}

/** Fields by which filters name another resource, in addition to those that identify any. */
const NAMES = ["username", "login", "email"];

/**
 * The field of an object in the items by which a filter names it: `username` of `author`. An empty list for another value.
 */
function identifyingIn(document: OpenApiDocument, operation: Operation, items: string, property = ""): string[] {
  const at = pointerTo(items, 0, property);
  const fields =
    property === "" ? [] : successContents(operation).flatMap((content) => propertiesAt(document, content, at));
  const [likely] = [...NAMES.filter((name) => fields.includes(name)), ...likelyProperties(property, property, fields)];
  return likely === undefined ? [] : [likely];
}

/**
 * Whether a filter selects an item by a value, as far as the item shows. One without the property is selected. Where only
 * names suggest the filter, it may search for a part of a text, in any case.
 */
export function selects(filter: Pick<Filter, "basis" | "pointer" | "isExact">, item: Json, sought: Json): boolean {
  if (!isObject(item) || comparedIn(item, filter.pointer) === undefined) return true;
  const wanted = asList(sought).length > 0 ? asList(sought) : [sought];
  const isSelected = (found: Json, value: Json) =>
    filter.basis === "stated" ? found === value : matches(filter, found, value);
  return filterValues(filter, item).some((found) => wanted.some((value) => isSelected(found, value)));
}

/** Whether an inferred filter selects a value of an item. A text is compared in any case, and may be a part of the value. */
export function matches({ isExact }: Pick<Filter, "isExact">, found: Json, value: Json): boolean {
  if (typeof found !== "string" || typeof value !== "string") return found === value;
  const [shown, sought] = [found.toLowerCase(), value.toLowerCase()];
  return isExact ? shown === sought : shown.includes(sought);
}

/** The value at a pointer; the identifier in place of an object that is not expanded. */
function comparedIn(item: JsonObject, pointer: string): Json | undefined {
  const around = parentOf(pointer);
  return valueAt(item, pointer) ?? (around === "" ? undefined : valueAt(item, around));
}

/** The values of an item that a filter compares: also the identifier of an object that is not expanded. */
export function filterValues({ pointer }: Pick<Filter, "pointer">, item: JsonObject): Json[] {
  const value = comparedIn(item, pointer);
  return (Array.isArray(value) ? value : [value]).flatMap((member) =>
    member === undefined || member === null || isObject(member) ? [] : [member],
  );
}
