import type { JsonObject } from "#openapi/document/document.js";
import { empty, json, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { assertPresent, fieldsOf, listed, maskedFields, nameOf } from "./requests.js";

const CONNECTION = [
  "connection_id",
  "conn_type",
  "description",
  "host",
  "login",
  "schema",
  "port",
  "password",
  "extra",
];
const POOL = ["name", "slots", "description"];

/** A connection in a list. The password is never shown. */
const summary = ({ password: _, extra: __, ...connection }: JsonObject): JsonObject => connection;
const shown = ({ password: _, ...connection }: JsonObject): JsonObject => connection;

function withSlots(pool: JsonObject): JsonObject {
  return { ...pool, occupied_slots: 0, open_slots: pool.slots ?? 0, queued_slots: 0, used_slots: 0 };
}

function assertSlots({ slots = 0 }: JsonObject): void {
  if (Number(slots) < -1) throw new Rejection(400, "slots must be -1 (infinite) or more");
}

const POOLS: Service<Tables>["handlers"] = {
  get_pools: (request, tables) =>
    listed(request, { name: "pools", rows: tables.rows("pools"), orders: ["name", "slots", "id"], shown: withSlots }),
  post_pool(request, tables) {
    const fields = fieldsOf(request, POOL);
    assertPresent(fields, ["name", "slots"]);
    assertSlots(fields);
    const name = String(fields.name);
    if (name.length > 256) throw new Rejection(400, "name can have up to 256 characters");
    if (tables.find("pools", name)) throw new Rejection(409, `Pool: ${name} already exists`);
    return json(200, withSlots(tables.put("pools", name, { description: null, ...fields })));
  },
  get_pool: (request, tables) => json(200, withSlots(tables.get("pools", nameOf(request, "pool_name")))),
  patch_pool(request, tables) {
    const pool = tables.get("pools", nameOf(request, "pool_name"));
    const fields = maskedFields(request, POOL);
    if (request.query.update_mask === undefined) assertPresent(fields, ["name", "slots"]);
    assertSlots(fields);
    const name = String(fields.name ?? pool.name);
    if (pool.name === "default_pool" && name !== "default_pool")
      throw new Rejection(400, "Default Pool's name can't be modified");
    if (name !== pool.name && tables.find("pools", name)) throw new Rejection(409, `Pool: ${name} already exists`);
    tables.remove("pools", String(pool.name));
    return json(200, withSlots(tables.put("pools", name, { ...pool, ...fields })));
  },
  delete_pool(request, tables) {
    const { name = "" } = tables.get("pools", nameOf(request, "pool_name"));
    if (name === "default_pool") throw new Rejection(400, "Default Pool can't be deleted");
    tables.remove("pools", name);
    return empty(204);
  },
};

const VARIABLES: Service<Tables>["handlers"] = {
  get_variables: (request, tables) =>
    listed(request, {
      name: "variables",
      rows: tables.rows("variables"),
      orders: ["key", "id"],
      shown: ({ value: _, ...row }) => row,
    }),
  post_variables(request, tables) {
    const fields = fieldsOf(request, ["key", "value", "description"]);
    assertPresent(fields, ["key"]);
    if (fields.value === undefined) throw new Rejection(400, "Missing data for required field: value");
    const key = String(fields.key);
    if (key.length > 250) throw new Rejection(400, "key can have up to 250 characters");
    if (tables.find("variables", key)) throw new Rejection(409, `The Variable with key: \`${key}\` already exists`);
    return json(200, tables.put("variables", key, { description: null, ...fields }));
  },
  get_variable: (request, tables) => json(200, tables.get("variables", nameOf(request, "variable_key"))),
  patch_variable(request, tables) {
    const variable = tables.get("variables", nameOf(request, "variable_key"));
    const fields = maskedFields(request, ["key", "value", "description"]);
    const sent = fieldsOf(request, ["key"]).key;
    if (sent !== undefined && sent !== variable.key) throw new Rejection(400, "key does not match that of the URI");
    return json(200, tables.put("variables", String(variable.key), { ...variable, ...fields }));
  },
  delete_variable(request, tables) {
    const { key = "" } = tables.get("variables", nameOf(request, "variable_key"));
    tables.remove("variables", key);
    return empty(204);
  },
};

/** Connections, pools and variables. */
export const SETTINGS: Service<Tables>["handlers"] = {
  ...POOLS,
  ...VARIABLES,
  get_connections: (request, tables) =>
    listed(request, {
      ...{ name: "connections", rows: tables.rows("connections"), shown: summary },
      orders: ["connection_id", "conn_type", "description", "host", "port", "id"],
    }),
  post_connection(request, tables) {
    const fields = fieldsOf(request, CONNECTION);
    assertPresent(fields, ["connection_id", "conn_type"]);
    const id = String(fields.connection_id);
    if (!/^[\w\-().]{1,250}$/.test(id))
      throw new Rejection(
        400,
        `The key '${id.slice(0, 40)}' has to be made of alphanumeric characters, dashes, dots and underscores`,
      );
    if (tables.find("connections", id)) throw new Rejection(409, `Connection already exist. ID: ${id}`);
    const optional = { description: null, host: null, login: null, schema: null, port: null, extra: null };
    return json(200, shown(tables.put("connections", id, { ...optional, ...fields })));
  },
  get_connection: (request, tables) => json(200, shown(tables.get("connections", nameOf(request, "connection_id")))),
  patch_connection(request, tables) {
    const connection = tables.get("connections", nameOf(request, "connection_id"));
    const fields = maskedFields(request, CONNECTION);
    const sent = fieldsOf(request, ["connection_id"]).connection_id;
    if (sent !== undefined && sent !== connection.connection_id) {
      throw new Rejection(400, "The connection_id cannot be updated.");
    }
    return json(200, shown(tables.put("connections", String(connection.connection_id), { ...connection, ...fields })));
  },
  delete_connection(request, tables) {
    const { connection_id = "" } = tables.get("connections", nameOf(request, "connection_id"));
    tables.remove("connections", connection_id);
    return empty(204);
  },
};
