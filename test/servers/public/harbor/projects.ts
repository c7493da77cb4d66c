import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { without } from "../../change.js";
import { json, type ReadRequest, Rejection } from "../../service.js";
import type { Tables } from "../tables.js";
import { listed } from "./lists.js";
import {
  added,
  changed,
  created,
  type Handlers,
  ME,
  now,
  OK,
  present,
  projectOf,
  rejectOther,
  rowsIn,
  sentIn,
} from "./rows.js";

const FLAGS = [
  ...["public", "enable_content_trust", "enable_content_trust_cosign", "prevent_vul", "auto_scan"],
  ...["auto_sbom_generation", "reuse_sys_cve_allowlist", "proxy_cache_local_on_not_found", "proxy_referrer_api"],
];
const SEVERITIES = ["none", "low", "medium", "high", "critical"];

const FIELDS = ["project_id", "name", "owner_name", "owner_id", "creation_time", "update_time", "repo_count"];

/** Whether a request has the key. */
export type IsMine = (request: Parameters<Handlers[string]>[2]) => boolean;

/**
 * Rejects metadata with values that the document does not call valid.
 *
 * @throws Rejection with 400
 */
export function rejectInvalid(metadata: JsonObject): void {
  for (const name of FLAGS) rejectOther(name, metadata[name], ["true", "false"]);
  rejectOther("severity", metadata.severity, SEVERITIES);
}

/** A project as responses show it. */
function projectShown(row: JsonObject): JsonObject {
  return { ...without(row, "id"), project_id: row.id ?? 0 };
}

/** The quota of a project. */
export function quotaOf(tables: Tables, project: JsonObject): JsonObject | undefined {
  return tables.rows("quota").find(({ reference_id }) => reference_id === project.id);
}

/** The metadata that a body has. The deprecated flag counts where they say nothing. */
function metadataIn(request: ReadRequest): JsonObject {
  const { public: flag, metadata } = sentIn(request, ["public", "metadata"]);
  const sent = present(asObject(metadata ?? {}));
  rejectInvalid(sent);
  return { ...(flag === undefined ? {} : { public: String(flag) }), ...sent };
}

/** The list of vulnerabilities that a project allows. */
function allowlistOf(project: number, sent: Json | undefined, before: JsonObject = {}): JsonObject {
  const { items = before.items ?? [], expires_at = before.expires_at } = present(asObject(sent ?? {}));
  const creation_time = before.creation_time ?? now();
  return {
    ...{ id: project + 5000, project_id: project, items, creation_time, update_time: now() },
    ...(expires_at === undefined ? {} : { expires_at }),
  };
}

function isTaken(tables: Tables, name: Json | undefined, except?: Json): boolean {
  return tables.rows("project").some((row) => row.name === name && row.id !== except);
}

/** Adds a project with its quota. */
export function addProject(tables: Tables, fields: JsonObject, limit: Json = -1, time = now()): JsonObject {
  const usual = { owner_id: ME.id, owner_name: ME.name, deleted: false, togglable: true, repo_count: 0 };
  const roles = { current_user_role_id: 1, current_user_role_ids: [1] };
  const project = added(tables, "project", { ...usual, ...roles, ...fields }, time);
  const ref = { id: project.id ?? 0, name: project.name ?? "", owner_name: ME.name };
  added(
    tables,
    "quota",
    { reference: "project", reference_id: project.id ?? 0, ref, hard: { storage: limit }, used: { storage: 0 } },
    time,
  );
  return project;
}

/** Projects. */
export const projects = (isMine: IsMine): Handlers => ({
  listProjects(request, tables, served) {
    const { query } = request;
    const isPublic = (row: JsonObject) => asObject(row.metadata ?? {}).public === "true";
    const rows = tables
      .rows("project")
      .filter((row) => isMine(served) || isPublic(row))
      .filter((row) => query.name === undefined || row.name === query.name)
      .filter((row) => query.owner === undefined || row.owner_name === query.owner)
      .filter((row) => query.public === undefined || isPublic(row) === query.public)
      .map(projectShown)
      .map((row) => (query.with_detail === false ? without(row, "metadata", "cve_allowlist", "repo_count") : row));
    return listed({ rows, fields: FIELDS }, request, served);
  },
  createProject(request, tables) {
    const { project_name, storage_limit, registry_id, cve_allowlist } = sentIn(request, [
      ...["project_name", "storage_limit", "registry_id", "cve_allowlist"],
    ]);
    if (!project_name) throw new Rejection(400, "project_name is needed");
    const metadata = { public: "false", ...metadataIn(request) };
    if (isTaken(tables, project_name)) throw new Rejection(409, "The project name already exists");
    const fields = { name: project_name, metadata, ...present({ registry_id: registry_id ?? null }) };
    const project = addProject(tables, fields, storage_limit);
    const row = tables.put("project", String(project.id), {
      ...project,
      cve_allowlist: allowlistOf(Number(project.id), cve_allowlist),
    });
    const isNamed = request.header["X-Resource-Name-In-Location"] === true;
    return created(`/projects/${isNamed ? encodeURIComponent(String(row.name)) : row.id}`);
  },
  getProject: (request, tables) => json(200, projectShown(projectOf(request, tables))),
  updateProject(request, tables) {
    const project = projectOf(request, tables);
    const { project_name, storage_limit, registry_id, cve_allowlist } = sentIn(request, [
      ...["project_name", "storage_limit", "registry_id", "cve_allowlist"],
    ]);
    const sent = metadataIn(request);
    if (project_name === "") throw new Rejection(400, "project_name is empty");
    if (project_name !== undefined && isTaken(tables, project_name, project.id)) {
      throw new Rejection(400, "The project name already exists");
    }
    const quota = quotaOf(tables, project);
    if (quota && storage_limit !== undefined) {
      changed(tables, "quota", quota, { hard: { ...asObject(quota.hard ?? {}), storage: storage_limit } });
    }
    const before = asObject(project.cve_allowlist ?? {});
    changed(tables, "project", project, {
      name: project_name ?? project.name ?? "",
      metadata: { ...asObject(project.metadata ?? {}), ...sent },
      ...present({ registry_id: registry_id ?? null }),
      ...(cve_allowlist === undefined ? {} : { cve_allowlist: allowlistOf(Number(project.id), cve_allowlist, before) }),
    });
    return OK();
  },
  deleteProject(request, tables) {
    const project = projectOf(request, tables);
    if (Number(project.repo_count) > 0) throw new Rejection(412, "the project contains repositories");
    for (const table of ["member", "policy", "label"]) {
      for (const { id = 0 } of rowsIn(tables, table, project)) tables.remove(table, id);
    }
    const quota = quotaOf(tables, project);
    if (quota) tables.remove("quota", quota.id ?? 0);
    tables.remove("project", project.id ?? 0);
    return OK();
  },
  getProjectDeletable(request, tables) {
    const { repo_count } = projectOf(request, tables);
    const deletable = Number(repo_count) === 0;
    return json(200, { deletable, message: deletable ? "" : "the project contains repositories" });
  },
});
