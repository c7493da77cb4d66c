import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { assertPresent, fieldsOf, listed, maskedFields, nameOf } from "./requests.js";

const USER = ["username", "email", "first_name", "last_name", "roles", "password"];
const ACTIONS = ["can_create", "can_read", "can_edit", "can_delete", "can_access_menu"];
export const RESOURCES = ["DAGs", "Variables", "Pools", "Connections", "Users"];

function assertActions(actions: Json | undefined): void {
  for (const each of asList(actions ?? [])) {
    const { action = {}, resource = {} } = asObject(each);
    const { name: can = "" } = asObject(action);
    const { name: what = "" } = asObject(resource);
    if (!ACTIONS.includes(String(can)))
      throw new Rejection(400, `The specified action: '${String(can)}' was not found`);
    if (!RESOURCES.includes(String(what)))
      throw new Rejection(400, `The specified resource: '${String(what)}' was not found`);
  }
}

function assertUser(tables: Tables, { username, email, roles }: JsonObject, self?: string): void {
  const others = tables.rows("users").filter((user) => user.username !== self);
  if (others.some((user) => user.username === username)) {
    throw new Rejection(409, `Username \`${String(username)}\` already exists. Use PATCH to update.`);
  }
  if (others.some((user) => user.email === email))
    throw new Rejection(409, `The email \`${String(email)}\` is already taken.`);
  const names = asList(roles ?? []).map((role) => String(asObject(role).name));
  const unknown = names.filter((name) => !tables.find("roles", name));
  if (unknown.length > 0) throw new Rejection(400, `Unknown roles: '${unknown.join("', '")}'`);
}

/** A user without the password. */
const shown = ({ password: _, ...user }: JsonObject): JsonObject => user;

const ROLES: Service<Tables>["handlers"] = {
  get_roles: (request, tables) =>
    listed(request, { name: "roles", rows: tables.rows("roles"), orders: ["name", "id"] }),
  post_role(request, tables) {
    const fields = fieldsOf(request, ["name", "actions"]);
    assertPresent(fields, ["name"]);
    const name = String(fields.name);
    if (tables.find("roles", name))
      throw new Rejection(409, `Role with name '${name}' already exists; please update with the PATCH endpoint`);
    assertActions(fields.actions);
    return json(200, tables.put("roles", name, { actions: [], ...fields }));
  },
  get_role: (request, tables) => json(200, tables.get("roles", nameOf(request, "role_name"))),
  patch_role(request, tables) {
    const role = tables.get("roles", nameOf(request, "role_name"));
    const fields = maskedFields(request, ["name", "actions"]);
    assertActions(fields.actions);
    const name = String(fields.name ?? role.name);
    if (name !== role.name && tables.find("roles", name))
      throw new Rejection(409, `Role with name '${name}' already exists`);
    tables.remove("roles", String(role.name));
    return json(200, tables.put("roles", name, { ...role, ...fields }));
  },
  delete_role(request, tables) {
    const { name = "" } = tables.get("roles", nameOf(request, "role_name"));
    tables.remove("roles", name);
    return empty(204);
  },
  get_permissions: (request) => listed(request, { name: "actions", rows: ACTIONS.map((name) => ({ name })) }),
};

/** Users, roles and permissions. */
export const ADMIN: Service<Tables>["handlers"] = {
  ...ROLES,
  get_users: (request, tables) =>
    listed(request, {
      name: "users",
      rows: tables.rows("users"),
      orders: ["username", "email", "first_name", "last_name"],
      shown,
    }),
  post_user(request, tables) {
    const fields = fieldsOf(request, USER);
    assertPresent(fields, ["username", "email", "first_name", "last_name", "password"]);
    assertUser(tables, fields);
    const { password = "", roles = [{ name: "Viewer" }], ...names } = fields;
    const time = new Date().toISOString();
    const counts = { active: true, failed_login_count: 0, last_login: null, login_count: 0 };
    const user = { ...names, roles, ...counts, created_on: time, changed_on: time, password };
    return json(200, shown(tables.put("users", String(fields.username), user)));
  },
  get_user: (request, tables) => json(200, shown(tables.get("users", nameOf(request, "username")))),
  patch_user(request, tables) {
    const user = tables.get("users", nameOf(request, "username"));
    const fields = maskedFields(request, USER);
    const after: JsonObject = { ...user, ...fields, changed_on: new Date().toISOString() };
    assertUser(tables, after, String(user.username));
    tables.remove("users", String(user.username));
    return json(200, shown(tables.put("users", String(after.username), after)));
  },
  delete_user(request, tables) {
    const { username = "" } = tables.get("users", nameOf(request, "username"));
    tables.remove("users", username);
    return empty(204);
  },
};
