import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import {
  assertExist,
  assertUnique,
  bodyOf,
  created,
  found,
  newId,
  removed,
  seededId,
  sliced,
  updated,
  wrapped,
} from "./resources.js";

function checkedMember(request: ReadRequest, tables: Tables, id = ""): JsonObject {
  const { _id: _, ...fields } = bodyOf(request);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(fields.email))) throw new Rejection(422, "email is invalid");
  assertUnique(tables, "member", "email", fields, id);
  assertExist(tables, "group", "subscribed_group_ids", fields.subscribed_group_ids);
  return fields;
}

function checkedGroup(request: ReadRequest, tables: Tables, id = ""): JsonObject {
  const { _id: _, ...fields } = bodyOf(request);
  assertUnique(tables, "group", "name", fields, id);
  return fields;
}

const SESSIONS: Service<Tables>["handlers"] = {
  login({ query }, tables) {
    const { username, password } = query;
    if (username !== "advisor@example.com" || password !== "five-golden-leaves") {
      throw new Rejection(401, "The username or the password is wrong");
    }
    const id = newId();
    tables.put("session", id, { _id: id });
    const user = { _id: seededId("user", 1), name: "Ada Advisor", username: String(username), user_type: "advisor" };
    return json(200, { _id: id, current_user: user, new_user: false, "vestorly-auth": id });
  },
  logout(request, tables) {
    tables.remove("session", String(found(request, tables, "session")._id));
    return json(200, { message: "Logged out" });
  },
};

/** Members, groups and sessions. */
export const PEOPLE: Service<Tables>["handlers"] = {
  ...SESSIONS,
  findMembers(request, tables) {
    const all = tables.rows("member");
    const members = sliced(request, all, 20);
    const last = members.at(-1);
    return json(200, { members, meta: { message: "OK" }, more_results: last !== undefined && last !== all.at(-1) });
  },
  createMember: (request, tables) =>
    created(tables, "member", { is_client: false, tags: [], ...checkedMember(request, tables) }),
  findMemberByID: (request, tables) => wrapped("member", found(request, tables, "member")),
  updateMemberByID(request, tables) {
    const member = found(request, tables, "member");
    return updated(tables, "member", member, checkedMember(request, tables, String(member._id)));
  },
  findGroups: (_, tables) => json(200, { groups: tables.rows("group") }),
  createGroup: (request, tables) =>
    created(tables, "group", { is_default: false, is_hidden: false, ...checkedGroup(request, tables) }),
  findGroupByID: (request, tables) => wrapped("group", found(request, tables, "group")),
  updateGroupById(request, tables) {
    const group = found(request, tables, "group");
    return updated(tables, "group", group, checkedGroup(request, tables, String(group._id)));
  },
  deleteGroup(request, tables) {
    const group = found(request, tables, "group");
    if (group.is_default === true) throw new Rejection(422, "The default group cannot be deleted");
    return removed(tables, "group", group);
  },
};
