import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { type Handlers, id4nOf, keyIn, nameOf, now, organizationOf, paged, sentIn } from "./rows.js";

const QUALIFIER = "de.id4i.history.item.qualifier";

/** An item of a history as responses show it. */
function itemShown(row: JsonObject): JsonObject {
  const names = ["organizationId", "ownerOrganizationId", "sequenceId", "timestamp", "type", "visibility"];
  return picked(row, [...names, "additionalProperties"]);
}

function visibilityOf(sent: Json | undefined): JsonObject {
  const { public: isPublic = false, sharedOrganizationIds = [] } = asObject(sent ?? {});
  return { public: isPublic, sharedOrganizationIds };
}

function itemsOf(id4n: Json | undefined, tables: Tables): JsonObject[] {
  return tables.rows("item").filter((row) => row.id4n === id4n);
}

function itemKey({ id4n, organizationId, sequenceId }: JsonObject): string {
  return keyIn(id4n, organizationId, sequenceId);
}

export function addItem(tables: Tables, guid: JsonObject, sent: JsonObject, timestamp = now()): JsonObject {
  const { id4n = "", ownerOrganizationId = "" } = guid;
  const { organizationId = "", type = "", visibility, additionalProperties } = sent;
  const others = itemsOf(id4n, tables).filter((item) => item.organizationId === organizationId);
  const row = {
    ...{ id4n, organizationId, ownerOrganizationId, sequenceId: 1 + Math.max(0, ...others.map(numberOf)) },
    ...{ timestamp, type, visibility: visibilityOf(visibility) },
    ...{ additionalProperties: asObject(additionalProperties ?? {}) },
  };
  return tables.put("item", itemKey(row), row);
}

const numberOf = ({ sequenceId }: JsonObject) => Number(sequenceId);

function itemOf(request: ReadRequest, tables: Tables): JsonObject {
  const { id4n } = id4nOf(request, tables, "guid");
  const row = tables.find("item", keyIn(id4n, nameOf(request, "organizationId"), nameOf(request, "sequenceId")));
  if (!row) throw new Rejection(404, "The history item does not exist.");
  return row;
}

/** The history of GUIDs. */
export const HISTORY: Handlers = {
  addItem(request, tables) {
    const guid = id4nOf(request, tables, "guid");
    const sent = sentIn(request);
    organizationOf(sent.organizationId, tables);
    addItem(tables, guid, sent);
    return empty(201);
  },
  filteredList(request, tables) {
    const { id4n } = id4nOf(request, tables, "guid");
    const { includePrivate = true, organization, type, qualifier, fromDate, toDate } = request.query;
    const isOneOf = (wanted: Json | undefined, value: Json | undefined) =>
      wanted === undefined || [wanted].flat().includes(value ?? null);
    const items = itemsOf(id4n, tables).filter(
      (item) =>
        (includePrivate === true || asObject(item.visibility).public === true) &&
        isOneOf(organization, item.organizationId) &&
        isOneOf(type, item.type) &&
        isOneOf(qualifier, asObject(item.additionalProperties)[QUALIFIER]) &&
        (fromDate === undefined || Number(item.timestamp) * 1000 >= Date.parse(String(fromDate))) &&
        (toDate === undefined || Number(item.timestamp) * 1000 <= Date.parse(String(toDate))),
    );
    return paged(request, items.map(itemShown));
  },
  retrieveItem: (request, tables) => json(200, itemShown(itemOf(request, tables))),
  updateItem(request, tables) {
    const item = itemOf(request, tables);
    const { organizationId, visibility } = sentIn(request);
    if (organizationId !== undefined && organizationId !== item.organizationId) {
      throw new Rejection(400, "The organization must be that of the item.");
    }
    const changed = { ...asObject(item.visibility), ...picked(asObject(visibility ?? {}), VISIBILITY) };
    return json(200, itemShown(tables.put("item", itemKey(item), { ...item, visibility: changed })));
  },
  updateItemVisibility(request, tables) {
    const item = itemOf(request, tables);
    const row = { ...item, visibility: visibilityOf(sentIn(request)) };
    return json(200, itemShown(tables.put("item", itemKey(item), row)));
  },
};

const VISIBILITY = ["public", "sharedOrganizationIds"];
