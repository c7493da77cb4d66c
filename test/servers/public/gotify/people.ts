import type { JsonObject } from "#openapi/document/document.js";
import { json, type ServedResponse } from "../../service.js";
import type { Tables } from "../tables.js";
import { added, type Handlers, ME, now, OK, put, refuse, rowOf, sentIn } from "./rows.js";

/** A user, as responses show them: without the password. */
function shown({ pass: _, ...row }: JsonObject): JsonObject {
  return row;
}

/** Rejects a name that another user has. */
function rejectTaken(tables: Tables, name: unknown, id?: unknown): void {
  if (tables.rows("user").some((row) => row.name === name && row.id !== id)) refuse("the name is taken");
}

function rejectLast(tables: Tables, row: JsonObject): void {
  const others = tables.rows("user").filter(({ id, admin }) => admin === true && id !== row.id);
  if (others.length === 0) refuse("the last admin must stay");
}

export const PEOPLE: Handlers = {
  getUsers: (_, tables) => json(200, tables.rows("user").map(shown)),
  createUser: (request, tables) => {
    const fields = sentIn(request, ["name", "admin", "pass"]);
    rejectTaken(tables, fields.name);
    return json(200, shown(added(tables, "user", { ...fields, createdAt: now() })));
  },
  getUser: (request, tables) => json(200, shown(rowOf(request, tables, "user"))),
  updateUser: (request, tables) => {
    const row = rowOf(request, tables, "user");
    const { pass = "", ...fields } = sentIn(request, ["name", "admin", "pass"]);
    rejectTaken(tables, fields.name, row.id);
    if (fields.admin !== true) rejectLast(tables, row);
    return json(200, shown(put(tables, "user", { ...row, ...fields, ...(pass === "" ? {} : { pass }) })));
  },
  deleteUser: (request, tables): ServedResponse => {
    const row = rowOf(request, tables, "user");
    rejectLast(tables, row);
    tables.remove("user", row.id ?? 0);
    return OK();
  },
  currentUser: (_, tables) => json(200, shown(tables.get("user", ME))),
  updateCurrentUser: (request, tables) => {
    put(tables, "user", { ...tables.get("user", ME), ...sentIn(request, ["pass"]) });
    return OK();
  },
};
