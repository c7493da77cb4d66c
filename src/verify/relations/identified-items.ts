import type { JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { IDENTIFYING, plainName } from "#statements/names.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { identifierIn } from "#statements/resources/identifying-values.js";
import type { Identified, Identifier, Resource } from "#statements/resources/resource.js";
import type { Contract } from "../model/contract.js";

/**
 * The items that have a value which may identify them. The first likely field that any item has counts. A field whose value
 * is the same in all items identifies nothing, unless no other field does.
 */
export function identifiedItems(resource: Resource, items: readonly JsonObject[]): Identified[] {
  const isConstant = (identifier: Identifier) => {
    const values = items.map((item) => identifierIn(item, identifier));
    return values.length > 1 && new Set(values).size === 1 && identifier.basis === "inferred";
  };
  const byLikelihood = resource
    .identifiers()
    .toSorted((one, other) => Number(isConstant(one)) - Number(isConstant(other)));
  for (const identifier of byLikelihood) {
    const found = items.flatMap((item): Identified[] => {
      const value = identifierIn(item, identifier);
      return value === undefined ? [] : [{ item, value, identifier }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The items by their only identifying field, where no name says what the parameter is: `id` for `/silences/{ref}`. The
 * values serve requests that only read. A parameter with a format or an enum has values of another kind.
 */
export function identifiedByStructure(
  { document }: Contract,
  resource: Resource,
  items: readonly JsonObject[],
): Omit<Identified, "identifier">[] {
  const parameter = identifyingParameter(resource);
  const { format, enum: members } = parameter ? schemaOf(document, parameter) : {};
  if (members !== undefined || /date|time/.test(String(format))) return [];
  return items.flatMap((item) => {
    const [name, ...others] = Object.keys(item).filter((property) => IDENTIFYING.includes(plainName(property)));
    const value =
      name === undefined || others.length > 0 ? undefined : identifierIn(item, { pointer: pointerTo("", name) });
    return value === undefined ? [] : [{ item, value }];
  });
}

/** Up to so many items: one in the middle first, because others may add and delete at the ends. */
export function samplesOf<Item>(items: readonly Item[], count: number): Item[] {
  const middle = Math.floor(items.length / 2);
  const order = [middle, 0, items.length - 1, ...items.keys()];
  return [...new Set(order)].flatMap((index) => items[index] ?? []).slice(0, count);
}
