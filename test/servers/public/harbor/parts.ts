import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { without } from "../../change.js";
import { json, type ReadRequest, Rejection } from "../../service.js";
import type { Tables } from "../tables.js";
import { listed, paged } from "./lists.js";
import { rejectInvalid } from "./projects.js";
import {
  added,
  changed,
  created,
  type Handlers,
  ME,
  OK,
  present,
  projectOf,
  rejectOther,
  rowIn,
  rowsIn,
  sentIn,
} from "./rows.js";

/** The names of the roles, by their numbers. */
export const ROLES: Readonly<Record<number, string>> = {
  ...{ 1: "projectAdmin", 2: "developer", 3: "guest", 4: "maintainer" },
};

function metadataOf(project: JsonObject): JsonObject {
  return asObject(project.metadata ?? {});
}

/**
 * The value of the metadata that the path names.
 *
 * @throws Rejection with 404 if the project does not have it
 */
function namedIn(project: JsonObject, { path }: ReadRequest): Record<string, Json> {
  const name = String(path.meta_name);
  const value = metadataOf(project)[name];
  if (value === undefined) throw new Rejection(404, "metadata not found");
  return { [name]: value };
}

/** The metadata of projects. */
const METADATA: Handlers = {
  listProjectMetadatas: (request, tables) => json(200, metadataOf(projectOf(request, tables))),
  addProjectMetadatas(request, tables) {
    const project = projectOf(request, tables);
    const sent = asObject(request.body ?? {});
    if (Object.keys(sent).length === 0) throw new Rejection(400, "there are no metadata");
    rejectInvalid(sent);
    const metadata = metadataOf(project);
    const taken = Object.keys(sent).find((name) => name in metadata);
    if (taken !== undefined) throw new Rejection(409, "such metadata exist already");
    changed(tables, "project", project, { metadata: { ...metadata, ...sent } });
    return OK();
  },
  getProjectMetadata: (request, tables) => json(200, namedIn(projectOf(request, tables), request)),
  updateProjectMetadata(request, tables) {
    const project = projectOf(request, tables);
    const [name = ""] = Object.keys(namedIn(project, request));
    const value = asObject(request.body ?? {})[name];
    if (value === undefined) throw new Rejection(400, "the body has no such metadata");
    rejectInvalid({ [name]: value });
    changed(tables, "project", project, { metadata: { ...metadataOf(project), [name]: value } });
    return OK();
  },
  deleteProjectMetadata(request, tables) {
    const project = projectOf(request, tables);
    const [name = ""] = Object.keys(namedIn(project, request));
    changed(tables, "project", project, { metadata: without(metadataOf(project), name) });
    return OK();
  },
};

/** A user or a group that a member is. One that Harbor does not know yet is added. */
function entityIn(request: ReadRequest, tables: Tables): JsonObject {
  const { member_user, member_group } = sentIn(request, ["member_user", "member_group"]);
  if (member_user !== undefined) {
    const { user_id, username } = present(asObject(member_user));
    const known = tables.rows("user").find(({ id, name }) => id === user_id || name === username);
    if (known) return { ...known, type: "u" };
    if (!username) throw new Rejection(400, "the user does not exist");
    return { ...added(tables, "user", { name: username }), type: "u" };
  }
  const { id: group, ldap_group_dn, group_name } = present(asObject(member_group ?? {}));
  const known = tables.rows("group").find(({ id, dn }) => id === group || dn === ldap_group_dn);
  if (known) return { ...known, type: "g" };
  if (!ldap_group_dn) throw new Rejection(400, "the user or the group of the member is needed");
  return { ...added(tables, "group", { dn: ldap_group_dn, name: group_name ?? ldap_group_dn }), type: "g" };
}

/** The role in a body. */
function roleIn(request: ReadRequest): JsonObject {
  const { role_id } = sentIn(request, ["role_id"]);
  if (role_id === undefined) throw new Rejection(400, "role_id is needed");
  rejectOther("role_id", role_id, Object.keys(ROLES).map(Number));
  return { role_id, role_name: ROLES[Number(role_id)] ?? "" };
}

function memberShown(row: JsonObject): JsonObject {
  return without(row, "creation_time", "update_time");
}

/** The members of projects. */
const MEMBERS: Handlers = {
  listProjectMembers(request, tables, served) {
    const { entityname } = request.query;
    const rows = rowsIn(tables, "member", projectOf(request, tables))
      .filter(({ entity_name }) => entityname === undefined || String(entity_name).includes(String(entityname)))
      .map(memberShown);
    return paged(rows, request, served);
  },
  createProjectMember(request, tables) {
    const project = projectOf(request, tables, 400);
    const role = roleIn(request);
    const { id = 0, name = "", type } = entityIn(request, tables);
    const isMember = rowsIn(tables, "member", project).some((row) => row.entity_id === id && row.entity_type === type);
    if (isMember) throw new Rejection(409, "this is a member already");
    const entity = { entity_id: id, entity_name: name, entity_type: type ?? "u" };
    const row = added(tables, "member", { project_id: project.id ?? 0, ...entity, ...role });
    return created(`/projects/${project.id}/members/${row.id}`);
  },
  getProjectMember: (request, tables) =>
    json(200, memberShown(rowIn(tables, "member", projectOf(request, tables), request.path.mid))),
  updateProjectMember(request, tables) {
    const row = rowIn(tables, "member", projectOf(request, tables), request.path.mid);
    changed(tables, "member", row, roleIn(request));
    return OK();
  },
  deleteProjectMember(request, tables) {
    const row = rowIn(tables, "member", projectOf(request, tables), request.path.mid);
    tables.remove("member", row.id ?? 0);
    return OK();
  },
};

const OF_POLICY = ["name", "description", "targets", "event_types", "enabled"];

/**
 * The policy in a body.
 *
 * @throws Rejection with 400 if it has no targets or no types of events
 */
function policyIn(request: ReadRequest): JsonObject {
  const sent = sentIn(request, OF_POLICY);
  for (const name of ["targets", "event_types"]) {
    if ([sent[name] ?? []].flat().length === 0) throw new Rejection(400, `${name} are needed`);
  }
  return sent;
}

/** The webhook policies of projects. */
const POLICIES: Handlers = {
  ListWebhookPoliciesOfProject: (request, tables, served) =>
    listed(
      {
        rows: rowsIn(tables, "policy", projectOf(request, tables, 400)),
        fields: ["id", "name", "description", "enabled", "creator", "creation_time", "update_time"],
      },
      request,
      served,
    ),
  CreateWebhookPolicyOfProject(request, tables) {
    const project = projectOf(request, tables, 400);
    const sent = { enabled: true, ...policyIn(request) };
    const row = added(tables, "policy", { ...sent, project_id: project.id ?? 0, creator: ME.name });
    return created(`/projects/${project.id}/webhook/policies/${row.id}`);
  },
  GetWebhookPolicyOfProject: (request, tables) =>
    json(200, rowIn(tables, "policy", projectOf(request, tables), request.path.webhook_policy_id)),
  UpdateWebhookPolicyOfProject(request, tables) {
    const row = rowIn(tables, "policy", projectOf(request, tables), request.path.webhook_policy_id);
    changed(tables, "policy", row, policyIn(request));
    return OK();
  },
  DeleteWebhookPolicyOfProject(request, tables) {
    const row = rowIn(tables, "policy", projectOf(request, tables), request.path.webhook_policy_id);
    tables.remove("policy", row.id ?? 0);
    return OK();
  },
};

export const PARTS: Handlers = { ...METADATA, ...MEMBERS, ...POLICIES };
