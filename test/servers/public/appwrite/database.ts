import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { assertText, bodyOf, invalid, listed, newId, now, permissionsOf } from "./requests.js";

const TYPES = ["text", "numeric", "boolean", "email", "url", "ip", "wildcard", "markdown", "document"];

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The rules of a collection: each is a JSON object as text, or the name of a text field. */
function rulesOf(sent: Json | undefined, collection: string): JsonObject[] {
  return asList(sent).map((text) => {
    const rule = asObject(parsed(String(text)) ?? {});
    const { key = String(text), label = key, type = "text", required = false, array = false } = rule;
    if (!/^[\w -]{1,64}$/.test(String(key))) throw invalid("rules", "Each rule must have a key of 1 to 64 letters");
    if (!TYPES.includes(String(type))) throw invalid("rules", `The type must be one of ${TYPES.join(", ")}`);
    return { $id: newId(), $collection: collection, array, default: "", key, label, list: [], required, type };
  });
}

function collectionOf({ path }: ReadRequest, tables: Tables): JsonObject {
  return tables.get("collection", path.collectionId);
}

function documentOf(request: ReadRequest, tables: Tables): JsonObject {
  const { $id } = collectionOf(request, tables);
  const document = tables.get("document", request.path.documentId);
  return document.$collection === $id ? document : tables.get("document", "");
}

/** The fields of a document: none that begins with `$`, and all required ones of the collection. */
function dataOf(data: Json | undefined, { rules = [] }: JsonObject, before: JsonObject = {}): JsonObject {
  const fields = { ...before, ...asObject(data ?? {}) };
  const missing = asList(rules).find(
    (rule) => asObject(rule).required === true && fields[String(asObject(rule).key)] === undefined,
  );
  if (missing !== undefined)
    throw invalid("document structure", `Missing required key "${String(asObject(missing).key)}"`);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith("$")));
}

function store(tables: Tables, document: JsonObject): JsonObject {
  return tables.put("document", String(document.$id), document);
}

/** The documents that `filters` like `name=value` select, ordered by a field. */
function selected({ query }: ReadRequest, rows: readonly JsonObject[]): JsonObject[] {
  const { filters = [], orderField = "" } = query;
  const conditions = asList(filters).map((filter) => /^(\$?\w+)(!=|=)(.*)$/.exec(String(filter)));
  if (conditions.includes(null)) throw invalid("filters", "Each filter must have the form key=value");
  const matches = rows.filter((row) =>
    conditions.every((found) => {
      const [, key = "", operator, value] = found ?? [];
      return (String(row[key] ?? "") === value) === (operator === "=");
    }),
  );
  if (orderField === "") return matches;
  return matches.toSorted((one, other) =>
    String(one[String(orderField)] ?? "") < String(other[String(orderField)] ?? "") ? -1 : 1,
  );
}

/** Collections and their documents. */
export const DATABASE: Service<Tables>["handlers"] = {
  databaseListCollections: (request, tables) =>
    listed(request, { name: "collections", rows: tables.rows("collection") }),
  databaseCreateCollection(request, tables) {
    const { name = "", rules, ...permissions } = bodyOf(request, ["name", "read", "write", "rules"]);
    assertText("name", name, 128);
    const $id = newId();
    const fixed = { $id, $permissions: permissionsOf(permissions, {}), dateCreated: now(), dateUpdated: now() };
    return json(201, tables.put("collection", $id, { ...fixed, name, rules: rulesOf(rules, $id) }));
  },
  databaseGetCollection: (request, tables) => json(200, collectionOf(request, tables)),
  databaseUpdateCollection(request, tables) {
    const collection = collectionOf(request, tables);
    const { name = "", rules, ...permissions } = bodyOf(request, ["name"]);
    assertText("name", name, 128);
    const $permissions = permissionsOf(permissions, asObject(collection.$permissions ?? {}));
    const after = { ...collection, $permissions, dateUpdated: now(), name };
    const id = String(collection.$id);
    return json(
      200,
      tables.put("collection", id, {
        ...after,
        rules: rules === undefined ? (collection.rules ?? []) : rulesOf(rules, id),
      }),
    );
  },
  databaseDeleteCollection(request, tables) {
    const { $id = "" } = collectionOf(request, tables);
    for (const row of tables.rows("document")) if (row.$collection === $id) tables.remove("document", String(row.$id));
    tables.remove("collection", $id);
    return empty(204);
  },
  databaseListDocuments(request, tables) {
    const { $id } = collectionOf(request, tables);
    const rows = tables.rows("document").filter(({ $collection }) => $collection === $id);
    const { orderCast = "string" } = request.query;
    if (!["int", "string", "date", "time", "datetime"].includes(String(orderCast))) {
      throw invalid("orderCast", "Value must be one of (int, string, date, time, datetime)");
    }
    return listed(request, { name: "documents", rows: selected(request, rows), searched: "title" });
  },
  databaseCreateDocument(request, tables) {
    const collection = collectionOf(request, tables);
    const {
      data,
      parentDocument = "",
      parentProperty = "",
      parentPropertyType = "assign",
      ...permissions
    } = bodyOf(request, ["data"]);
    if (!["assign", "append", "prepend"].includes(String(parentPropertyType))) {
      throw invalid("parentPropertyType", "Value must be one of (assign, append, prepend)");
    }
    if (parentDocument !== "" && !tables.find("document", parentDocument))
      throw invalid("parentDocument", "No such document");
    if (parentDocument !== "" && parentProperty === "") throw invalid("parentProperty", "parentDocument needs it");
    const fields = dataOf(data, collection);
    const $permissions = permissionsOf(permissions, {});
    return json(201, store(tables, { ...fields, $id: newId(), $collection: collection.$id ?? "", $permissions }));
  },
  databaseGetDocument: (request, tables) => json(200, documentOf(request, tables)),
  databaseUpdateDocument(request, tables) {
    const document = documentOf(request, tables);
    const { data, ...permissions } = bodyOf(request, ["data"]);
    const { $id = "", $collection = "", $permissions = {}, ...before } = document;
    const fields = dataOf(data, collectionOf(request, tables), before);
    return json(
      200,
      store(tables, { ...fields, $id, $collection, $permissions: permissionsOf(permissions, asObject($permissions)) }),
    );
  },
  databaseDeleteDocument(request, tables) {
    tables.remove("document", String(documentOf(request, tables).$id));
    return empty(204);
  },
};
