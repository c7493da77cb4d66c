import { asObject, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { assertEmail, assertText, assertTexts, bodyOf, invalid, listed, newId, now } from "./requests.js";

const USER = ["$id", "name", "registration", "status", "passwordUpdate", "email", "emailVerification", "prefs"];
const shownUser = (user: JsonObject): JsonObject => Object.fromEntries(USER.map((name) => [name, user[name] ?? ""]));

/** A team with the number of its members. */
function shownTeam(tables: Tables, team: JsonObject): JsonObject {
  return { ...team, sum: tables.rows("membership").filter(({ teamId }) => teamId === team.$id).length };
}

function userOf({ path }: ReadRequest, tables: Tables): JsonObject {
  return tables.get("user", path.userId);
}

function storeUser(tables: Tables, user: JsonObject): JsonObject {
  return tables.put("user", String(user.$id), user);
}

function membershipOf(request: ReadRequest, tables: Tables): JsonObject {
  const team = tables.get("team", request.path.teamId);
  const membership = tables.get("membership", request.path.membershipId);
  return membership.teamId === team.$id ? membership : tables.get("membership", "");
}

/** A user without sessions. */
export function newUser(id: string, { email = "", name = "" }: JsonObject, time = now()): JsonObject {
  const verified = { status: 0, passwordUpdate: time, email, emailVerification: false, prefs: {} };
  return { $id: id, name, registration: time, ...verified };
}

function membershipFor(tables: Tables, team: JsonObject, fields: JsonObject): JsonObject {
  const { email = "", name = "", roles = [] } = fields;
  const known = tables.rows("user").find((user) => user.email === email);
  const user = known ?? storeUser(tables, newUser(newId(), { email, name }));
  const isMember = tables.rows("membership").some(({ teamId, userId }) => teamId === team.$id && userId === user.$id);
  if (isMember) throw new Rejection(409, "User has already been invited or is already a member of this team");
  const id = newId();
  const ids = { $id: id, userId: user.$id ?? "", teamId: team.$id ?? "" };
  const membership = { ...ids, name: user.name ?? "", email, invited: now(), joined: 0, confirm: false, roles };
  return tables.put("membership", id, membership);
}

const TEAMS: Service<Tables>["handlers"] = {
  teamsList: (request, tables) =>
    listed(request, { name: "teams", rows: tables.rows("team"), shown: (team) => shownTeam(tables, team) }),
  teamsCreate(request, tables) {
    const { name = "", roles } = bodyOf(request, ["name"]);
    assertText("name", name, 128);
    assertTexts("roles", roles);
    const id = newId();
    return json(201, shownTeam(tables, tables.put("team", id, { $id: id, name, dateCreated: now() })));
  },
  teamsGet: (request, tables) => json(200, shownTeam(tables, tables.get("team", request.path.teamId))),
  teamsUpdate(request, tables) {
    const team = tables.get("team", request.path.teamId);
    const { name = "" } = bodyOf(request, ["name"]);
    assertText("name", name, 128);
    return json(200, shownTeam(tables, tables.put("team", String(team.$id), { ...team, name })));
  },
  teamsDelete(request, tables) {
    const { $id = "" } = tables.get("team", request.path.teamId);
    for (const row of tables.rows("membership")) if (row.teamId === $id) tables.remove("membership", String(row.$id));
    tables.remove("team", $id);
    return empty(204);
  },
  teamsGetMemberships(request, tables) {
    const team = tables.get("team", request.path.teamId);
    const rows = tables.rows("membership").filter(({ teamId }) => teamId === team.$id);
    return listed(request, { name: "memberships", rows });
  },
  teamsCreateMembership(request, tables) {
    const team = tables.get("team", request.path.teamId);
    const fields = bodyOf(request, ["email", "roles", "url"]);
    assertEmail(fields.email);
    assertTexts("roles", fields.roles);
    if (String(fields.name ?? "").length > 128) throw invalid("name", "Value must be no longer than 128 chars");
    if (!/^https?:\/\/[\w.-]+(:\d+)?(\/\S*)?$/.test(String(fields.url)))
      throw invalid("url", "URL host must be one of: localhost, example.com");
    return json(201, membershipFor(tables, team, fields));
  },
  teamsUpdateMembershipRoles(request, tables) {
    const membership = membershipOf(request, tables);
    const { roles = [] } = bodyOf(request, ["roles"]);
    assertTexts("roles", roles);
    return json(200, tables.put("membership", String(membership.$id), { ...membership, roles }));
  },
  teamsDeleteMembership(request, tables) {
    tables.remove("membership", String(membershipOf(request, tables).$id));
    return empty(204);
  },
  teamsUpdateMembershipStatus(request, tables) {
    const membership = membershipOf(request, tables);
    const { userId, secret } = bodyOf(request, ["userId", "secret"]);
    if (userId !== membership.userId) throw new Rejection(401, "Invite does not belong to current user");
    if (secret !== `secret-of-${String(membership.$id)}`) throw new Rejection(401, "Secret key not valid");
    return json(200, tables.put("membership", String(membership.$id), { ...membership, confirm: true, joined: now() }));
  },
};

/** Teams, their members, and users. */
export const PEOPLE: Service<Tables>["handlers"] = {
  ...TEAMS,
  usersList: (request, tables) => listed(request, { name: "users", rows: tables.rows("user"), shown: shownUser }),
  usersCreate(request, tables) {
    const { email = "", password = "", name = "" } = bodyOf(request, ["email", "password"]);
    assertEmail(email);
    if (String(password).length < 6 || String(password).length > 32)
      throw invalid("password", "Value must be between 6 and 32 chars");
    if (String(name).length > 128) throw invalid("name", "Value must be no longer than 128 chars");
    if (tables.rows("user").some((user) => user.email === email)) throw new Rejection(409, "Account already exists");
    return json(201, shownUser(storeUser(tables, newUser(newId(), { email, name }))));
  },
  usersGet: (request, tables) => json(200, shownUser(userOf(request, tables))),
  usersDelete(request, tables) {
    const { $id = "" } = userOf(request, tables);
    for (const row of tables.rows("session")) if (row.userId === $id) tables.remove("session", String(row.$id));
    tables.remove("user", $id);
    return empty(204);
  },
  usersGetLogs(request, tables) {
    userOf(request, tables);
    return json(200, { logs: [] });
  },
  usersGetPrefs: (request, tables) => json(200, asObject(userOf(request, tables).prefs ?? {})),
  usersUpdatePrefs(request, tables) {
    const user = userOf(request, tables);
    const { prefs = {} } = bodyOf(request, ["prefs"]);
    storeUser(tables, { ...user, prefs });
    return json(200, asObject(prefs));
  },
  usersGetSessions(request, tables) {
    const { $id } = userOf(request, tables);
    const sessions = tables.rows("session").filter(({ userId }) => userId === $id);
    return json(200, { sum: sessions.length, sessions });
  },
  usersDeleteSessions(request, tables) {
    const { $id } = userOf(request, tables);
    for (const row of tables.rows("session")) if (row.userId === $id) tables.remove("session", String(row.$id));
    return empty(204);
  },
  usersDeleteSession(request, tables) {
    const { $id } = userOf(request, tables);
    const session = tables.get("session", request.path.sessionId);
    if (session.userId !== $id) throw new Rejection(404, "Session not found");
    tables.remove("session", String(session.$id));
    return empty(204);
  },
  usersUpdateStatus(request, tables) {
    const user = userOf(request, tables);
    const { status = 0 } = bodyOf(request, ["status"]);
    if (![0, 1, 2].includes(Number(status))) throw invalid("status", "Value must be one of (0, 1, 2)");
    return json(200, shownUser(storeUser(tables, { ...user, status })));
  },
  usersUpdateVerification(request, tables) {
    const user = userOf(request, tables);
    const { emailVerification = false } = bodyOf(request, ["emailVerification"]);
    return json(200, shownUser(storeUser(tables, { ...user, emailVerification })));
  },
};
