import type { JsonObject } from "#openapi/document/document.js";
import { empty, json, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { type Handlers, keyIn, ME, nameOf, now, organizationOf, paged, sentIn } from "./rows.js";

const ADDRESS = ["companyName", "firstname", "lastname", "street", "postCode", "city", "countryCode", "telephone"];

const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ AT: "Austria", BE: "Belgium", CH: "Switzerland", CZ: "Czechia", DE: "Germany", DK: "Denmark", ES: "Spain" },
  ...{ FI: "Finland", FR: "France", GB: "United Kingdom", IT: "Italy", NL: "Netherlands", NO: "Norway", PL: "Poland" },
  ...{ PT: "Portugal", SE: "Sweden", US: "United States" },
};

/** Labels of domains, with points between them. */
const NAMESPACE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/i;

/** An organization as responses show it. */
function organizationShown(row: JsonObject): JsonObject {
  return picked(row, ["id", "name", "namespace", "logoURL"]);
}

/** An API key as responses show it: without its secret. */
function apiKeyShown(row: JsonObject): JsonObject {
  return picked(row, ["key", "label", "organizationId", "active", "createdAt", "createdBy"]);
}

/** An address as responses show it. */
function addressShown(row: JsonObject): JsonObject {
  const countryName = COUNTRIES[String(row.countryCode)];
  return { ...picked(row, ADDRESS), ...(countryName === undefined ? {} : { countryName }) };
}

function apiKeyOf(key: string, tables: Tables): JsonObject {
  const row = tables.find("key", key);
  if (!row) throw new Rejection(404, "The API key does not exist.");
  return row;
}

/** An identifier in the form of a UUID. */
function newKey(number: number): string {
  const part = (length: number, factor: number) => (number * factor).toString(16).padStart(length, "0").slice(-length);
  return `${part(8, 2654435761)}-${part(4, 40503)}-4${part(3, 2029)}-9${part(3, 3571)}-${part(12, 48271 * 2654435)}`;
}

export function addApiKey(tables: Tables, fields: JsonObject, createdAt = now()): JsonObject {
  const key = newKey(tables.nextNumber());
  return tables.put("key", key, { key, ...fields, active: true, createdAt, createdBy: ME });
}

/** Organizations and their billing addresses. */
const OF_ORGANIZATIONS: Handlers = {
  createOrganization(request, tables) {
    const { name, namespace } = sentIn(request);
    if (!NAMESPACE.test(String(namespace))) {
      throw new Rejection(400, "ERR_INVALID_NAMESPACE: A namespace is like de.acme.");
    }
    if (tables.find("organization", namespace)) {
      throw new Rejection(409, "ERR_NAMESPACE_ALREADY_EXISTS: The namespace already exists.");
    }
    const row = { id: tables.nextNumber(), name: name ?? "", namespace: namespace ?? "", role: "ORGA_ADMIN" };
    return json(200, organizationShown(tables.put("organization", row.namespace, row)));
  },
  findOrganization: (request, tables) =>
    json(200, organizationShown(organizationOf(nameOf(request, "organizationId"), tables))),
  updateOrganization(request, tables) {
    const row = organizationOf(nameOf(request, "organizationId"), tables);
    const changed = { ...row, ...picked(sentIn(request), ["name"]) };
    return json(200, organizationShown(tables.put("organization", row.namespace ?? "", changed)));
  },
  deleteOrganization(request, tables) {
    const { namespace = "" } = organizationOf(nameOf(request, "organizationId"), tables);
    if (tables.rows("collection").some((row) => row.ownerOrganizationId === namespace)) {
      throw new Rejection(409, "ERR_ORGANIZATION_NOT_DELETABLE: The organization has collections.");
    }
    for (const { key = "", organizationId } of tables.rows("key")) {
      if (organizationId === namespace) tables.remove("key", key);
    }
    tables.remove("address", namespace);
    tables.remove("organization", namespace);
    return empty(200);
  },
  getOrganizationsOfUser: (request, tables) => {
    const { role } = request.query;
    const rows = tables.rows("organization").filter((row) => role === undefined || row.role === role);
    return paged(request, rows.map(organizationShown));
  },
  findOrganizationBillingAddress(request, tables) {
    const { namespace } = organizationOf(nameOf(request, "organizationId"), tables);
    const row = tables.find("address", namespace);
    if (!row) throw new Rejection(404, "The organization has no billing address.");
    return json(200, addressShown(row));
  },
  updateOrganizationBillingAddress(request, tables) {
    const { namespace = "" } = organizationOf(nameOf(request, "organizationId"), tables);
    const sent = picked(sentIn(request), ADDRESS);
    const { countryCode } = sent;
    if (countryCode !== "" && !(String(countryCode) in COUNTRIES)) {
      throw new Rejection(400, "ERR_FIELD_INPUT_VALIDATION_FAILED: countryCode is unknown.");
    }
    return json(200, addressShown(tables.put("address", namespace, sent)));
  },
  deleteOrganizationBillingAddress(request, tables) {
    const { namespace = "" } = organizationOf(nameOf(request, "organizationId"), tables);
    if (!tables.find("address", namespace)) throw new Rejection(404, "The organization has no billing address.");
    tables.remove("address", namespace);
    return empty(200);
  },
};

/** API keys of organizations. */
const OF_KEYS: Handlers = {
  createNewApiKey(request, tables) {
    const { label = "", organizationId, secret = "" } = sentIn(request);
    const { namespace = "" } = organizationOf(organizationId, tables);
    return json(200, apiKeyShown(addApiKey(tables, { label, organizationId: namespace, secret })));
  },
  listAllApiKeysOfOrganization(request, tables) {
    const { organizationId } = request.query;
    if (organizationId !== undefined) organizationOf(organizationId, tables);
    const isWanted = (row: JsonObject) => organizationId === undefined || row.organizationId === organizationId;
    return paged(request, tables.rows("key").filter(isWanted).map(apiKeyShown));
  },
  getApiKey: (request, tables) => json(200, apiKeyShown(apiKeyOf(nameOf(request, "key"), tables))),
  updateApiKey(request, tables) {
    const row = apiKeyOf(nameOf(request, "key"), tables);
    const { newLabel, active = row.active } = sentIn(request);
    tables.put("key", keyIn(row.key), { ...row, label: newLabel ?? "", active: active ?? true });
    return empty(200);
  },
  deleteApiKey(request, tables) {
    const { key = "" } = apiKeyOf(nameOf(request, "key"), tables);
    tables.remove("key", key);
    return empty(200);
  },
};

export const ORGANIZATIONS: Handlers = { ...OF_ORGANIZATIONS, ...OF_KEYS };
