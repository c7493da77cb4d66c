import type { Json, JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { ordered, paged } from "./pages.js";
import {
  assertRevision,
  dataOf,
  expiryOf,
  formOf,
  newItem,
  newResource,
  newSid,
  resourceOf,
  revised,
  serviceOf,
  uniqueName,
} from "./resources.js";

type Handlers = Service<Tables>["handlers"];

/** A list or a map, and its items. */
interface Collection {
  /** `SyncList` or `SyncMap`, as operationIds have it. */
  name: string;
  table: string;
  prefix: string;
  /** The parameter of the collection in paths of items. */
  parameter: string;
  parent: string;
  /** The field, and the parameter, that identifies an item in its collection. */
  key: string;
  keyParameter: string;
}

const COLLECTIONS: readonly Collection[] = [
  {
    name: "SyncList",
    table: "Lists",
    prefix: "ES",
    parameter: "ListSid",
    parent: "list_sid",
    key: "index",
    keyParameter: "Index",
  },
  {
    name: "SyncMap",
    table: "Maps",
    prefix: "MP",
    parameter: "MapSid",
    parent: "map_sid",
    key: "key",
    keyParameter: "Key",
  },
];

/** The key of an item among those of all collections. */
export function itemKey(parent: JsonObject, key: Json): string {
  return `${String(parent.sid)}/${String(key)}`;
}

/** The items of a list or map. */
function itemsOf(tables: Tables, { sid = "" }: JsonObject): JsonObject[] {
  return tables.rows("Items").filter((item) => item.list_sid === sid || item.map_sid === sid);
}

/** Removes a list or map with its items. */
export function removeCollection(tables: Tables, table: string, row: JsonObject): void {
  for (const item of itemsOf(tables, row)) tables.remove("Items", itemKey(row, item.index ?? item.key ?? ""));
  tables.remove(table, String(row.sid));
}

function collectionHandlers({ name, table, prefix }: Collection): Handlers {
  const found = (request: ReadRequest, tables: Tables) =>
    resourceOf(tables, table, request.path.Sid, serviceOf(request, tables));
  return {
    [`List${name}`]: (request, tables, served) => {
      const { sid } = serviceOf(request, tables);
      return paged(
        table.toLowerCase(),
        tables.rows(table).filter((row) => row.service_sid === sid),
        request,
        served,
      );
    },
    [`Create${name}`]: (request, tables) => {
      const service = serviceOf(request, tables);
      const form = formOf(request);
      const unique_name = uniqueName(tables, table, service, form.UniqueName);
      const date_expires = expiryOf(form, ["CollectionTtl", "Ttl"]) ?? null;
      const sid = newSid(prefix);
      return json(201, tables.put(table, sid, newResource(table, sid, service, { unique_name, date_expires })));
    },
    [`Fetch${name}`]: (request, tables) => json(200, found(request, tables)),
    [`Update${name}`]: (request, tables) => {
      const row = found(request, tables);
      const date_expires = expiryOf(formOf(request), ["CollectionTtl", "Ttl"]);
      return json(
        200,
        tables.put(table, String(row.sid), revised(row, date_expires === undefined ? {} : { date_expires })),
      );
    },
    [`Delete${name}`]: (request, tables) => {
      removeCollection(tables, table, found(request, tables));
      return empty(204);
    },
  };
}

function itemHandlers({ name, table, parameter, parent, key, keyParameter }: Collection): Handlers {
  const parentOf = (request: ReadRequest, tables: Tables) =>
    resourceOf(tables, table, request.path[parameter], serviceOf(request, tables));
  const found = (request: ReadRequest, tables: Tables) => {
    const row = parentOf(request, tables);
    return { row, item: tables.get("Items", itemKey(row, request.path[keyParameter] ?? "")) };
  };
  const changeOf = (form: JsonObject): JsonObject => {
    const date_expires = expiryOf(form, ["ItemTtl", "Ttl"]);
    expiryOf(form, ["CollectionTtl"]);
    return {
      ...(form.Data === undefined ? {} : { data: dataOf(form.Data, 16) }),
      ...(date_expires === undefined ? {} : { date_expires }),
    };
  };
  const keyOf = (form: JsonObject, row: JsonObject, tables: Tables): Json => {
    if (key === "index") return Math.max(-1, ...itemsOf(tables, row).map(({ index }) => Number(index))) + 1;
    const { Key = "" } = form;
    if (Key === "" || String(Key).length > 320)
      throw new Rejection(400, "Invalid Key: it must have 1 to 320 characters");
    if (tables.find("Items", itemKey(row, Key)))
      throw new Rejection(409, "An Item with given Key already exists in the Map");
    return Key;
  };
  return {
    [`List${name}Item`]: (request, tables, served) =>
      paged("items", ordered(itemsOf(tables, parentOf(request, tables)), key, request), request, served),
    [`Create${name}Item`]: (request, tables) => {
      const row = parentOf(request, tables);
      const form = formOf(request);
      const fields = changeOf(form);
      const value = keyOf(form, row, tables);
      return json(201, tables.put("Items", itemKey(row, value), newItem(parent, row, { [key]: value }, fields)));
    },
    [`Fetch${name}Item`]: (request, tables) => json(200, found(request, tables).item),
    [`Update${name}Item`]: (request, tables) => {
      const { row, item } = found(request, tables);
      assertRevision(request, item);
      const after = revised(item, changeOf(formOf(request)));
      return json(200, tables.put("Items", itemKey(row, item[key] ?? ""), after));
    },
    [`Delete${name}Item`]: (request, tables) => {
      const { row, item } = found(request, tables);
      assertRevision(request, item);
      tables.remove("Items", itemKey(row, item[key] ?? ""));
      return empty(204);
    },
  };
}

/** Lists and maps, and their items. */
export const COLLECTION_HANDLERS: Handlers = Object.assign(
  {},
  ...COLLECTIONS.flatMap((collection) => [collectionHandlers(collection), itemHandlers(collection)]),
);
