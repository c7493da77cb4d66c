import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { guidShown } from "./guids.js";
import { type Handlers, id4nOf, idOf, keyIn, nameOf, now, organizationOf, paged, present, sentIn } from "./rows.js";

/** A collection as responses show it. */
function collectionShown(row: JsonObject): JsonObject {
  const names = ["id4n", "label", "type", "physicalState", "createdTimestamp"];
  return picked(row, [...names, "ownerOrganizationId", "holderOrganizationId"]);
}

export function addCollection(tables: Tables, fields: JsonObject, length: number, created = now()): JsonObject {
  const id4n = idOf(tables.nextNumber(), length);
  const { organizationId = "", ...others } = fields;
  return tables.put("collection", id4n, {
    ...{ id4n, ...others, physicalState: "UNATTACHED", createdTimestamp: created },
    ...{ ownerOrganizationId: organizationId, holderOrganizationId: organizationId },
  });
}

/** The GUIDs that the body of a request names. */
function namedGuids(request: ReadRequest, tables: Tables): Json[] {
  return asList(sentIn(request).id4ns ?? []).map((id4n) => {
    if (!tables.find("guid", id4n)) throw new Rejection(404, "There is no such GUID.");
    return id4n;
  });
}

/** Whether the properties of a collection, which are none here, match a filter: `name:EQ:value`. */
function matchesProperty(filter: Json): boolean {
  const [, operator] = /^[\w.-]+:(EQ|IN|NE):/i.exec(String(filter)) ?? [];
  if (operator === undefined) throw new Rejection(400, "ERR_INVALID_FILTER: A filter is like name:EQ:value.");
  return operator.toUpperCase() === "NE";
}

/** Collections and their elements. */
export const COLLECTIONS: Handlers = {
  createCollection(request, tables) {
    const { organizationId, type, label, length } = sentIn(request);
    const { namespace } = organizationOf(organizationId, tables);
    const { id4n } = addCollection(tables, present({ organizationId: namespace, type, label }), Number(length));
    return json(200, { id4n });
  },
  findCollection: (request, tables) => json(200, collectionShown(id4nOf(request, tables, "collection"))),
  updateCollection(request, tables) {
    const row = id4nOf(request, tables, "collection");
    const changes = picked(sentIn(request), ["label", "physicalState", "holderOrganizationId"]);
    if (changes.holderOrganizationId !== undefined) organizationOf(changes.holderOrganizationId, tables);
    tables.put("collection", keyIn(row.id4n), { ...row, ...changes });
    return empty(204);
  },
  deleteCollection(request, tables) {
    const { id4n = "" } = id4nOf(request, tables, "collection");
    for (const { collection, guid } of tables.rows("element")) {
      if (collection === id4n) tables.remove("element", keyIn(collection, guid));
    }
    tables.remove("alias", id4n);
    tables.remove("collection", id4n);
    return empty(200);
  },
  listElementsOfCollection(request, tables) {
    const { id4n } = id4nOf(request, tables, "collection");
    if (request.query.organizationId !== undefined) organizationOf(request.query.organizationId, tables);
    const rows = tables.rows("element").filter(({ collection }) => collection === id4n);
    return paged(
      request,
      rows.map(({ guid }) => guidShown(tables.get("guid", guid))),
    );
  },
  addElementsToCollection(request, tables) {
    const { id4n = "" } = id4nOf(request, tables, "collection");
    for (const guid of namedGuids(request, tables)) {
      tables.put("element", keyIn(id4n, guid), { collection: id4n, guid });
    }
    return empty(201);
  },
  removeElementsFromCollection(request, tables) {
    const { id4n } = id4nOf(request, tables, "collection");
    for (const guid of namedGuids(request, tables)) tables.remove("element", keyIn(id4n, guid));
    return empty(200);
  },
  getAllCollectionsOfOrganization(request, tables) {
    const { namespace } = organizationOf(nameOf(request, "organizationId"), tables);
    const { type, label, labelPrefix, property } = request.query;
    const hasProperties = asList(property ?? []).map(matchesProperty);
    const rows = tables
      .rows("collection")
      .filter(
        (row) =>
          row.ownerOrganizationId === namespace &&
          (type === undefined || row.type === type) &&
          (label === undefined || row.label === label) &&
          (labelPrefix === undefined || String(row.label ?? "").startsWith(String(labelPrefix))) &&
          hasProperties.every((has) => has),
      );
    return paged(request, rows.map(collectionShown));
  },
};
