import { asObject, type JsonObject } from "#openapi/document/document.js";
import { empty, json, Rejection } from "../../service.js";
import { numbersTo, picked, type Tables } from "../tables.js";
import { type Handlers, id4nOf, idOf, keyIn, nameOf, now, organizationOf, sentIn } from "./rows.js";

/** A GUID as responses show it. */
export function guidShown(row: JsonObject): JsonObject {
  const names = ["id4n", "ownerOrganizationId", "holderOrganizationId", "physicalState", "createdTimestamp"];
  return picked(row, [...names, "properties"]);
}

export function addGuid(tables: Tables, organizationId: string, length: number, created = now()): JsonObject {
  const id4n = idOf(tables.nextNumber(), length);
  return tables.put("guid", id4n, {
    ...{ id4n, ownerOrganizationId: organizationId, holderOrganizationId: organizationId },
    ...{ physicalState: "UNATTACHED", createdTimestamp: created, properties: {} },
  });
}

/** GUIDs, and the aliases of GUIDs and collections. */
export const GUIDS: Handlers = {
  createGuid(request, tables) {
    const { count, length, organizationId } = sentIn(request);
    const { namespace } = organizationOf(organizationId, tables);
    const rows = numbersTo(Number(count)).map(() => addGuid(tables, String(namespace), Number(length)));
    return json(200, { id4ns: rows.map(({ id4n }) => id4n ?? "") });
  },
  getGuid(request, tables) {
    if (request.query.organizationId !== undefined) organizationOf(request.query.organizationId, tables);
    return json(200, guidShown(id4nOf(request, tables, "guid")));
  },
  updateGuid(request, tables) {
    const row = id4nOf(request, tables, "guid");
    tables.put("guid", keyIn(row.id4n), { ...row, ...picked(sentIn(request), ["physicalState"]) });
    return empty(204);
  },
  getGuidAliases: (request, tables) => {
    const { id4n } = id4nOf(request, tables);
    return json(200, asObject(tables.find("alias", id4n)?.aliases ?? {}));
  },
  addGuidAlias(request, tables) {
    const { id4n = "" } = id4nOf(request, tables);
    const aliases = asObject(tables.find("alias", id4n)?.aliases ?? {});
    const { alias = "" } = sentIn(request);
    tables.put("alias", id4n, { id4n, aliases: { ...aliases, [nameOf(request, "aliasType")]: alias } });
    return empty(201);
  },
  removeGuidAlias(request, tables) {
    const { id4n = "" } = id4nOf(request, tables);
    const { [nameOf(request, "aliasType")]: alias, ...others } = asObject(tables.find("alias", id4n)?.aliases ?? {});
    if (alias === undefined) throw new Rejection(404, "There is no such alias.");
    tables.put("alias", id4n, { id4n, aliases: others });
    return empty(200);
  },
};
