import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { expansionsOf } from "#statements/expansions.js";
import { plainName, singularOf } from "#statements/names.js";
import { isSame } from "#values/rules/is-same.js";
import type { Family } from "../family.js";
import { isName } from "../unique-fields.js";
import type { SentValue } from "./sent-value.js";

/**
 * Shows fields as the resources that they name, where a request asks for it: `?expand=customer`.
 *
 * @param items JSON pointer to the items of a list; empty for one resource
 * @param shown a resource of a family by its key, in the fields that responses show; undefined if there is none
 */
export function expander(
  document: OpenApiDocument,
  { operation, items }: { operation: Operation; items: string },
  sentValue: SentValue,
  families: readonly Family[],
  shown: (family: Family, key: string) => JsonObject | undefined,
): (value: JsonObject) => JsonObject {
  const fields = expansionsOf(document, operation, items).flatMap(({ parameter, value, field }) => {
    const sent = [sentValue(parameter) ?? []].flat();
    return [value].flat().every((member) => sent.some((part) => isSame(part, member))) ? [field] : [];
  });
  const resourceFor = (field: string, key: Json | undefined): JsonObject | undefined => {
    if (!isName(key)) return undefined;
    const named = families.filter((family) => nameOf(family) === singularOf(plainName(field)));
    return named.map((family) => shown(family, String(key))).find((resource) => resource !== undefined);
  };
  return (value) => {
    const expanded = fields.flatMap((field): [string, Json][] => {
      const resource = resourceFor(field, value[field]);
      return resource ? [[field, resource]] : [];
    });
    return expanded.length === 0 ? value : { ...value, ...Object.fromEntries(expanded) };
  };
}

/** The name of one resource of a family: `customer` of `/v1/customers/{}`. */
function nameOf({ key }: Family): string {
  const segment = key.split("/").findLast((part) => part !== "" && part !== "{}") ?? "";
  return singularOf(plainName(segment));
}
