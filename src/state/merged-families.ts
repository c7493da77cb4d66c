import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { plainName, singularOf } from "#statements/names.js";
import { searchedList } from "#statements/paging/paging.js";
import { binnedBy } from "#statements/resources/bins.js";
import { append, shownFields } from "#statements/resources/find-resources.js";
import { otherPathsOf } from "#statements/resources/other-paths.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { propertiesAt, successContents } from "#statements/schema-fields.js";
import { type Family, itemOperation, type OtherPath, type StatedDocument } from "./family.js";
import { placeIn } from "./view.js";

/**
 * Families of the same resources as one. `POST /owners/{}/pets` creates a pet that `/pets/{}` shows as well, and `/v2/pets`
 * lists.
 *
 * @param resources families of resources that paths name
 * @param lists families of items that only a list shows
 */
export function mergedFamilies(
  stated: StatedDocument,
  resources: readonly Family[],
  lists: readonly Family[],
): { resources: Family[]; lists: Family[] } {
  const merged = new Map<Family, Family>();
  for (const created of resources) {
    const other = otherFamily(stated, created, resources, merged);
    if (!other) continue;
    // The shorter path finds a resource without those around it.
    const [kept, further] = other.position < created.position ? [other, created] : [created, other];
    merged.set(kept, withOther(kept, further));
    merged.set(further, further);
  }
  const isCreation = new Set(resources.map(({ create }) => create));
  const isPartOf = (family: Family) => merged.get(family) === family;
  const whole = resources.flatMap((family) => (isPartOf(family) ? [] : [merged.get(family) ?? family]));
  const further = new Map<Family, OtherPath[]>();
  const own = lists.filter(({ list }) => {
    const shown = list && listedFamily(stated, list, whole);
    if (!shown) return true;
    append(further, shown, { key: undefined, outer: 0, list });
    return false;
  });
  for (const operation of stated.operations) {
    const searched = isCreation.has(operation) ? undefined : searchedList(stated.document, operation);
    const found = searched && listedFamily(stated, searched, whole);
    if (found) append(further, found, { key: undefined, outer: 0, list: searched });
    const made =
      !found && operation.method === "post" && !isCreation.has(operation) && createdFamily(stated, operation, whole);
    if (!made) continue;
    const outer = Math.max(0, pathParameters(operation).length - made.position);
    append(further, made, { key: undefined, outer, create: operation });
  }
  const withLists = whole.map((family): Family => {
    const more = further.get(family);
    return more ? { ...family, others: [...(family.others ?? []), ...more] } : family;
  });
  return { resources: withLists, lists: own };
}

/** The family of another path that shows what a family creates, by the same name and the same identifier. */
function otherFamily(
  stated: StatedDocument,
  created: Family,
  resources: readonly Family[],
  merged: ReadonlyMap<Family, Family>,
): Family | undefined {
  const { resource, create, identifiers, position } = created;
  if (!resource || create !== resource.create || merged.has(created)) return undefined;
  const paths = otherPathsOf(stated, resource);
  return resources.find(
    (other) =>
      other.resource !== undefined &&
      paths.includes(other.resource) &&
      other.create === undefined &&
      !merged.has(other) &&
      other.position <= position &&
      nounOf(other.key) === nounOf(created.key) &&
      other.identifiers[0]?.pointer === identifiers[0]?.pointer &&
      other.retrieve !== undefined &&
      binnedBy(stated, other.retrieve) === undefined,
  );
}

/** A family with the path of another one, which shows the same resources. One of them creates them. */
function withOther(family: Family, other: Family): Family {
  const { retrieve, replace, update, remove, list } = other;
  const path = { key: other.key, outer: other.position - family.position };
  const item = itemOperation(other);
  const nested = [...(family.resource?.nested ?? []), ...(other.resource?.nested ?? [])];
  return {
    ...family,
    ...{ create: family.create ?? other.create, isGiven: false },
    resource: family.resource && { ...family.resource, nested },
    list: family.list ?? list,
    retrieve: family.retrieve ?? retrieve,
    replace: family.replace ?? replace,
    update: family.update ?? update,
    remove: family.remove ?? remove,
    others: [{ ...path, item, list: family.list ? list : undefined, acts: { retrieve, replace, update, remove } }],
  };
}

/** The family whose resources a further list shows: they have the same fields, and are below the same resources. */
function listedFamily(stated: StatedDocument, list: ListOperation, families: readonly Family[]): Family | undefined {
  const fields = itemFields(stated, list);
  const { operation } = list;
  if (fields === "" || binnedBy(stated, operation)) return undefined;
  const place = pathKey(operation.path);
  const position = pathParameters(operation).length;
  const isBelow = ({ key, position: around, outerFields }: Family) =>
    outerFields
      ? outerFields.length >= position && nounOf(key) === nounOf(place)
      : around === position && place.startsWith(key.split("{}").slice(0, around).join("{}"));
  const isOf = (family: Family) =>
    family.resource !== undefined &&
    family.identifiers.length > 0 &&
    isBelow(family) &&
    [
      family.list && itemFields(stated, family.list),
      ...(family.retrieve ? [shownNames(stated, family.retrieve), resourceNames(stated, family, family.retrieve)] : []),
    ].includes(fields);
  const alike = families.filter(isOf);
  const isNear = ({ key }: Family) =>
    nounOf(key) === nounOf(place) || place.startsWith(`${key.slice(0, -"/{}".length)}/`);
  return alike.find(isNear) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** The family of what an operation creates, beside the creation at its own path: `POST /pets/{}/visits` of `/visits/{}`. */
function createdFamily(stated: StatedDocument, operation: Operation, families: readonly Family[]): Family | undefined {
  const path = pathKey(operation.path);
  const fields = shownFields(stated.document, operation);
  if (fields === "" || path.endsWith("{}")) return undefined;
  return families.find(
    ({ key, position, create, retrieve, outerFields }) =>
      create !== undefined &&
      retrieve !== undefined &&
      (position === 0 || outerFields !== undefined) &&
      nounOf(key) === nounOf(path) &&
      shownFields(stated.document, retrieve) === fields,
  );
}

/** The names of the fields of the items of a list, in one text. */
function itemFields({ document }: StatedDocument, { operation, paging }: ListOperation): string {
  return successContents(operation)
    .slice(0, 1)
    .flatMap((content) => propertiesAt(document, content, pointerTo(paging.items, 0)))
    .toSorted()
    .join();
}

function shownNames({ document }: StatedDocument, operation: Operation): string {
  const [content] = successContents(operation);
  return content ? propertiesAt(document, content, "").toSorted().join() : "";
}

/** The names of the fields of a resource in a response, which may have it in an envelope. */
function resourceNames(stated: StatedDocument, family: Family, operation: Operation): string {
  const [content] = successContents(operation);
  if (!content) return "";
  return propertiesAt(stated.document, content, placeIn(stated, family, content))
    .toSorted()
    .join();
}

/** The name of the resources of a path: `pet` of `/owners/{}/pets/{}`. */
function nounOf(key: string): string {
  return singularOf(plainName(key.split("/").findLast((segment) => segment !== "" && segment !== "{}") ?? ""));
}
